// Parser for the subset of Markdown that the rules pages use: headings, paragraphs, lists, tables, code, quotes, rules,
// links and emphasis. Everything else stays text; HTML is never passed through.

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'em' | 'strong'; body: Inline[] }
  | { kind: 'link'; to: string; body: Inline[] }

export type Block =
  | { kind: 'heading'; level: number; id: string; body: Inline[] }
  | { kind: 'paragraph'; body: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][]; align: ('' | 'left' | 'center' | 'right')[] }
  | { kind: 'quote'; body: Block[] }
  | { kind: 'line' }

export function markdown(text: string): Block[] {
  return blocks(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), new Map())
}

/** The text without its formatting. */
export function plain(body: Inline[]): string {
  return body.map(part => ('text' in part ? part.text : plain(part.body))).join('')
}

// ---- Blocks ---------------------------------------------------------------------------------

const FENCE = /^ {0,3}(```+|~~~+)\s*([\w+-]*)\s*$/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const ITEM = /^( {0,3})([-*+]|\d{1,6}[.)])( +)(\S.*)$/
const LINE = /^ {0,3}([-*_])( *\1){2,}\s*$/
const TABLE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/
const QUOTE = /^ {0,3}> ?/
const isBlank = (line: string) => /^\s*$/.test(line)

function begins(lines: string[], i: number): boolean {
  const line = lines[i]
  return (
    FENCE.test(line) ||
    HEADING.test(line) ||
    ITEM.test(line) ||
    LINE.test(line) ||
    QUOTE.test(line) ||
    isTable(lines, i)
  )
}

/** As in CommonMark, a numbered list interrupts a paragraph only if it starts with 1: "20." may end a sentence. */
function interrupts(lines: string[], i: number): boolean {
  const number = parseInt(lines[i].match(ITEM)?.[2] ?? '1', 10)
  return begins(lines, i) && !(number > 1)
}

const isTable = (lines: string[], i: number) =>
  lines[i].includes('|') && i + 1 < lines.length && lines[i + 1].includes('|') && TABLE.test(lines[i + 1])

function blocks(lines: string[], ids: Map<string, number>): Block[] {
  const out: Block[] = []
  for (let i = 0; i < lines.length;) {
    const line = lines[i]
    let match: RegExpMatchArray | null
    if (isBlank(line)) i++
    else if ((match = line.match(FENCE))) {
      const end = lines.findIndex((l, k) => k > i && l.trim().startsWith(match![1]) && /^[`~]+$/.test(l.trim()))
      const stop = end < 0 ? lines.length : end
      out.push({ kind: 'code', language: match[2], text: lines.slice(i + 1, stop).join('\n') })
      i = stop + 1
    } else if ((match = line.match(HEADING))) {
      const body = inline(match[2])
      out.push({ kind: 'heading', level: match[1].length, id: slug(plain(body), ids), body })
      i++
    } else if (LINE.test(line)) {
      out.push({ kind: 'line' })
      i++
    } else if (QUOTE.test(line)) {
      const from = i
      while (i < lines.length && QUOTE.test(lines[i])) i++
      out.push({
        kind: 'quote',
        body: blocks(
          lines.slice(from, i).map(l => l.replace(QUOTE, '')),
          ids,
        ),
      })
    } else if (ITEM.test(line)) i = list(lines, i, ids, out)
    else if (isTable(lines, i)) i = table(lines, i, out)
    else if (/^ {4}/.test(line)) {
      const from = i
      while (i < lines.length && (/^ {4}/.test(lines[i]) || isBlank(lines[i]))) i++
      out.push({
        kind: 'code',
        language: '',
        text: lines
          .slice(from, i)
          .map(l => l.slice(4))
          .join('\n')
          .trimEnd(),
      })
    } else {
      const from = i++
      while (i < lines.length && !isBlank(lines[i]) && !interrupts(lines, i)) i++
      out.push({
        kind: 'paragraph',
        body: inline(
          lines
            .slice(from, i)
            .map(l => l.trim())
            .join(' '),
        ),
      })
    }
  }
  return out
}

function list(lines: string[], i: number, ids: Map<string, number>, out: Block[]): number {
  const first = lines[i].match(ITEM)!,
    ordered = /\d/.test(first[2])
  const items: Block[][] = []
  while (i < lines.length) {
    const match = lines[i].match(ITEM)
    if (!match || /\d/.test(match[2]) !== ordered || LINE.test(lines[i])) break
    const indent = match[1].length + match[2].length + match[3].length,
      own = [match[4]]
    for (i++; i < lines.length; i++) {
      const further = lines[i].startsWith(' '.repeat(indent))
      if (isBlank(lines[i])) {
        if (i + 1 < lines.length && lines[i + 1].startsWith(' '.repeat(indent)) && !isBlank(lines[i + 1])) own.push('')
        else break
      } else if (further) own.push(lines[i].slice(indent))
      else if (begins(lines, i) || own[own.length - 1] === '') break
      else own.push(lines[i].trim())
    }
    items.push(blocks(own, ids))
    let next = i
    while (next < lines.length && isBlank(lines[next])) next++
    if (next > i && next < lines.length && ITEM.test(lines[next])) i = next
  }
  out.push({ kind: 'list', ordered, start: ordered ? parseInt(first[2], 10) : 1, items })
  return i
}

function cells(line: string): string[] {
  const parts = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(^|[^\\])\|$/, '$1')
    .split(/(?<!\\)\|/)
  return parts.map(part => part.trim().replace(/\\\|/g, '|'))
}

function table(lines: string[], i: number, out: Block[]): number {
  const head = cells(lines[i]),
    align = cells(lines[i + 1]).map(c =>
      /^:-+:$/.test(c)
        ? ('center' as const)
        : /-:$/.test(c)
          ? ('right' as const)
          : /^:-/.test(c)
            ? ('left' as const)
            : ('' as const),
    )
  const rows: Inline[][][] = []
  for (i += 2; i < lines.length && lines[i].includes('|') && !isBlank(lines[i]); i++) {
    const row = cells(lines[i])
    rows.push(head.map((_, k) => inline(row[k] ?? '')))
  }
  out.push({ kind: 'table', head: head.map(inline), rows, align: head.map((_, k) => align[k] ?? '') })
  return i
}

function slug(text: string, ids: Map<string, number>): string {
  const base =
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'part'
  const n = ids.get(base) ?? 0
  ids.set(base, n + 1)
  return n ? `${base}-${n + 1}` : base
}

// ---- Inline -------------------------------------------------------------------------------------

/** Whether a link target is http(s), a fragment or a relative path; all others are dropped. */
export function isSafe(to: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(to) || /^#[\w-]*$/.test(to) || /^(?!.*:)(?!\/\/)[\w./#?=&%-]+$/.test(to)
}

// The groups are numbered across all lines.
const SIGNS = [
  /\\([\\`*_{}[\]()#+\-.!|<>~])/, // an escaped sign
  /(?<ticks>`+)([\s\S]*?[^`])\k<ticks>(?!`)/, // code
  /!?\[((?:[^\]\\]|\\.)*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)/, // a link
  /<(https?:\/\/[^\s<>]+)>/, // an address
  /(https?:\/\/[^\s<>()]*[^\s<>().,;:!?"'])/, // an address without brackets
  /(?<strong>\*\*|__)(?=\S)([\s\S]*?\S)\k<strong>/,
  /(?<emphasis>\*|_)(?=\S)([\s\S]*?\S)\k<emphasis>/,
]
const SIGN = new RegExp(SIGNS.map(sign => sign.source).join('|'), 'g')

export function inline(text: string): Inline[] {
  const out: Inline[] = []
  const put = (plainText: string) => {
    const last = out[out.length - 1]
    if (!plainText) return
    if (last?.kind === 'text') last.text += plainText
    else out.push({ kind: 'text', text: plainText })
  }
  let at = 0
  SIGN.lastIndex = 0
  for (let m = SIGN.exec(text); m; m = SIGN.exec(text)) {
    const under = (m[8] ?? m[10])?.startsWith('_'),
      before = text[m.index - 1] ?? ' ',
      after = text[SIGN.lastIndex] ?? ' '
    if (under && (/\w/.test(before) || /\w/.test(after))) {
      // a_b_c is an identifier
      put(text.slice(at, m.index + 1))
      at = SIGN.lastIndex = m.index + 1
      continue
    }
    put(text.slice(at, m.index))
    at = SIGN.lastIndex
    if (m[1] !== undefined) put(m[1])
    else if (m[2] !== undefined) out.push({ kind: 'code', text: m[3].replace(/^ (.*\S.*) $/, '$1') })
    else if (m[5] !== undefined) {
      if (m[0].startsWith('!')) put(m[4])
      else if (isSafe(m[5])) out.push({ kind: 'link', to: m[5], body: within(m[4], at) })
      else out.push(...within(m[4], at))
    } else if (m[6] !== undefined || m[7] !== undefined) {
      const to = m[6] ?? m[7]
      out.push({ kind: 'link', to, body: [{ kind: 'text', text: to }] })
    } else out.push({ kind: m[8] ? 'strong' : 'em', body: within(m[9] ?? m[11], at) })
    SIGN.lastIndex = at
  }
  put(text.slice(at))
  return out
}

// Parses nested text and then restores lastIndex, which the recursive calls share.
function within(text: string, at: number): Inline[] {
  const body = inline(text)
  SIGN.lastIndex = at
  return body
}
