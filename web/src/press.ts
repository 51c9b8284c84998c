// Things to press that are no <button>: parts of an SVG board. `<g ${press('house 3', () => play('3'))}>`
// makes a button of the element: it can be reached with Tab, has a name, and answers to mouse, touch, Enter and Space.
import { noChange } from 'lit-html'
import { directive, Directive, PartType } from 'lit-html/directive.js'
import type { ElementPart, PartInfo } from 'lit-html/directive.js'

export interface PressOptions {
  /** Shown as not available. It can still be pressed, so that the player learns why not. */
  disabled?: boolean
  /** Whether it is picked up; undefined: it is not that kind of button. */
  pressed?: boolean
  /** Leaves it out of the Tab order: arrow keys lead to it (games/grid.ts). */
  aside?: boolean
}

class Press extends Directive {
  private element?: Element
  private act: (() => void) | null = null

  constructor(info: PartInfo) {
    super(info)
    if (info.type !== PartType.ELEMENT) throw new Error('press() stands in a tag, by itself')
  }

  render(_label: string, _act: (() => void) | null, _options: PressOptions = {}): unknown {
    return noChange
  }

  override update(part: ElementPart, [label, act, options = {}]: Parameters<this['render']>): unknown {
    const el = part.element
    this.act = act
    if (this.element !== el) {
      this.element = el
      el.addEventListener('click', () => this.act?.())
      el.addEventListener('keydown', e => this.key(e as KeyboardEvent))
    }
    put(el, 'role', act ? 'button' : 'img')
    put(el, 'aria-label', label)
    put(el, 'tabindex', options.aside ? '-1' : act ? '0' : null)
    put(el, 'aria-disabled', act && options.disabled ? 'true' : null)
    put(el, 'aria-pressed', act && options.pressed !== undefined ? String(options.pressed) : null)
    return noChange
  }

  private key(e: KeyboardEvent): void {
    if ((e.key !== 'Enter' && e.key !== ' ') || !this.act) return
    e.preventDefault()
    if (!e.repeat) this.act()
  }
}

function put(el: Element, name: string, value: string | null): void {
  if (value === null) el.removeAttribute(name)
  else if (el.getAttribute(name) !== value) el.setAttribute(name, value)
}

/** In the tag of an element: makes it a button with that name. Without anything to do it is an image with that name. */
export const press = directive(Press)
