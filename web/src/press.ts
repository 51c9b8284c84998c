// A lit directive that makes a button of an SVG element: `<g ${press('house 3', () => play('3'))}>` is reachable with
// Tab, has a name, and reacts to mouse, touch, Enter and Space.
import { noChange } from 'lit-html'
import { directive, Directive, PartType } from 'lit-html/directive.js'
import type { ElementPart, PartInfo } from 'lit-html/directive.js'

export interface PressOptions {
  /** Shown as unavailable. It can still be pressed, so that the player learns why. */
  disabled?: boolean
  /** Whether it is selected; undefined: not a toggle button. */
  pressed?: boolean
  /** Not in the Tab order: reachable with the arrow keys only (games/grid.ts). */
  aside?: boolean
}

class Press extends Directive {
  private element?: Element
  private act: (() => void) | null = null

  constructor(info: PartInfo) {
    super(info)
    if (info.type !== PartType.ELEMENT) throw new Error('press() must be used inside a tag')
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

/** Used inside a tag: makes the element a button with this name. Without an action it is an image with this name. */
export const press = directive(Press)
