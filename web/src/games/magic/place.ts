// A lit directive that puts the preview on the side of the table where the previewed card is not.
import { noChange } from 'lit-html'
import { Directive, directive, type ElementPart } from 'lit-html/directive.js'

class Place extends Directive {
  render(_look: string): unknown {
    return noChange
  }

  override update(part: ElementPart): unknown {
    const panel = part.element
    queueMicrotask(() => {
      const table = panel.parentElement?.getBoundingClientRect(),
        card = panel.parentElement?.querySelector('.mag-looked')?.getBoundingClientRect()
      if (!table) return
      const right = card ? card.left + card.width / 2 > table.left + table.width / 2 : false,
        low = card ? card.top + card.height / 2 > table.top + table.height / 2 : true
      panel.classList.toggle('mag-look-left', right)
      panel.classList.toggle('mag-look-top', low)
    })
    return noChange
  }
}

/** Used inside the tag of the preview, with what it shows. */
export const place = directive(Place)
