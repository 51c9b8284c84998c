// Renders parsed Markdown. Texts are inserted as text nodes and never interpreted as HTML.
import { html, type TemplateResult } from 'lit-html'
import { html as staticHtml, literal } from 'lit-html/static.js'
import { t } from '../lang.js'
import type { Block, Inline } from './markdown.js'

/** The URL of a link on this page; null: it has none, and the link stays text. */
function target(to: string): string | null {
  if (/^(https?:|#|\/)/i.test(to)) return to
  const rules = to.match(
    /^(?:\.\/|(?:\.\.\/)?games\/)?(\w+(?:-reference)?)(?:\.[a-z]{2}(?:-[A-Z]{2})?)?\.md(#[\w-]+)?$/,
  )
  return rules ? `/rules/${rules[1]}${rules[2] ?? ''}` : null
}

export function inlineView(body: Inline[]): (TemplateResult | string)[] {
  return body.map(part => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'code':
        return html`<code>${part.text}</code>`
      case 'em':
        return html`<em>${inlineView(part.body)}</em>`
      case 'strong':
        return html`<strong>${inlineView(part.body)}</strong>`
      case 'link': {
        const to = target(part.to),
          away = to !== null && /^https?:/i.test(to)
        return to === null
          ? html`${inlineView(part.body)}`
          : away
            ? html`<a href=${to} rel="noopener noreferrer" target="_blank">${inlineView(part.body)}</a>`
            : html`<a href=${to}>${inlineView(part.body)}</a>`
      }
    }
  })
}

const TAGS = [literal`h1`, literal`h2`, literal`h3`, literal`h4`, literal`h5`, literal`h6`]

/** Renders blocks; code and tables can be scrolled. */
export function markdownView(blocks: Block[]): TemplateResult[] {
  return blocks.map(block => {
    switch (block.kind) {
      case 'heading': {
        const tag = TAGS[block.level - 1]
        return staticHtml`<${tag} id=${block.id} tabindex="-1">${inlineView(block.body)}</${tag}>`
      }
      case 'paragraph':
        return html`<p>${inlineView(block.body)}</p>`
      case 'code':
        return html`<pre tabindex="0" role="group" aria-label=${t('Example')}><code>${block.text}</code></pre>`
      case 'list': {
        const items = block.items.map(
          item =>
            html`<li>
              ${item.length === 1 && item[0].kind === 'paragraph' ? inlineView(item[0].body) : markdownView(item)}
            </li>`,
        )
        return block.ordered
          ? html`<ol start=${block.start}>
              ${items}
            </ol>`
          : html`<ul>
              ${items}
            </ul>`
      }
      case 'table':
        return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('Data table')}>
          <table>
            <thead>
              <tr>
                ${block.head.map((cell, k) => html`<th scope="col" class=${block.align[k]}>${inlineView(cell)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${block.rows.map(
                row =>
                  html`<tr>
                    ${row.map((cell, k) => html`<td class=${block.align[k]}>${inlineView(cell)}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`
      case 'quote':
        return html`<blockquote>${markdownView(block.body)}</blockquote>`
      case 'line':
        return html`<hr />`
    }
  })
}
