// Dragging on a board, beside pressing. A drawing marks what can be dragged by data-drag, and by data-carry what
// follows the pointer, a CSS selector (the element itself if it is missing). A drag becomes presses of what it
// connects, so a board reacts to it as to clicks:
//   data-drag="pick"   pressing selects: the drag selects, and the drop presses the target below the pointer
//   data-drag="play"   pressing plays: the drop plays it anywhere on the board except where it came from
//   data-drag="slide"  pressing places something: the drop presses the element below the pointer instead
//   data-drag="onto"   the drop says more than a press, such as a spell and its target: what is dragged gets the event
//                      "onto", whose detail is the element below the pointer that matches the CSS selector data-onto

const SLACK = 8 // pixels that a pointer may move in a press

interface Drag {
  source: Element
  kind: string
  from: { x: number; y: number }
  ghost: HTMLElement | SVGElement | null // null: the pointer has hardly moved yet
  over: Element | null
  targets: Element[] // for "onto" what it can be dropped on
}

/** Lets the user drag on the boards inside `stage`. Returns the function that ends it. */
export function draggable(stage: HTMLElement): () => void {
  let drag: Drag | null = null

  function down(event: PointerEvent): void {
    const source = (event.target as Element).closest('[data-drag]')
    if (!source || drag || !event.isPrimary || event.button !== 0 || isOff(source)) return
    drag = { source, kind: source.getAttribute('data-drag')!, from: at(event), ghost: null, over: null, targets: [] }
  }

  function move(event: PointerEvent): void {
    if (!drag || !event.isPrimary) return
    const { x, y } = at(event),
      [dx, dy] = [x - drag.from.x, y - drag.from.y]
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < SLACK || stage.hasAttribute('aria-busy')) return
      start(drag)
    }
    drag.ghost!.style.transform = `translate(${dx}px, ${dy}px)`
    mark(drag, targetAt(drag, x, y))
  }

  function start(drag: Drag): void {
    drag.ghost = ghostOf(stage, drag.source)
    document.body.append(drag.ghost)
    stage.classList.add('dragging')
    drag.targets = drag.kind === 'onto' ? [...stage.querySelectorAll(ontoOf(drag.source))] : []
    for (const target of drag.targets) target.classList.add('may-drop')
    if (drag.kind === 'pick' && drag.source.getAttribute('aria-pressed') !== 'true') press(drag.source)
  }

  function up(event: PointerEvent): void {
    if (!drag || !event.isPrimary) return
    const done = drag
    end()
    if (!done.ghost) return
    swallowClick()
    const { x, y } = at(event),
      target = targetAt(done, x, y)
    if (done.kind === 'play') {
      if (target) press(done.source)
    } else if (done.kind === 'onto') {
      if (target) done.source.dispatchEvent(new CustomEvent('onto', { detail: target }))
    } else if (target && target !== done.source) press(target)
    else if (done.kind === 'slide' && target) press(target)
  }

  /** The element that a drop at a point would press: an element of the board, for "play" the board itself. */
  function targetAt({ kind, source }: Drag, x: number, y: number): Element | null {
    const hit = document.elementFromPoint(x, y)
    if (!hit || !stage.contains(hit)) return null
    if (kind === 'play') return source.contains(hit) || hit === stage ? null : hit
    if (kind === 'onto') return hit.closest(ontoOf(source))
    return hit.closest(kind === 'slide' ? '[data-drag="slide"]' : '[role="button"], button')
  }

  function end(): void {
    if (!drag) return
    drag.ghost?.remove()
    mark(drag, null)
    for (const target of drag.targets) target.classList.remove('may-drop')
    stage.classList.remove('dragging')
    drag = null
  }

  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') end()
  }
  stage.addEventListener('pointerdown', down)
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', end)
  addEventListener('keydown', key)
  return () => {
    end()
    stage.removeEventListener('pointerdown', down)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', key)
  }
}

const at = (event: PointerEvent): { x: number; y: number } => ({ x: event.clientX, y: event.clientY })

const isOff = (element: Element): boolean =>
  element.getAttribute('aria-disabled') === 'true' || element.hasAttribute('disabled')

const ontoOf = (source: Element): string => source.getAttribute('data-onto')!

const press = (element: Element): boolean => element.dispatchEvent(new MouseEvent('click', { bubbles: true }))

function mark(drag: Drag, over: Element | null): void {
  if (drag.over === over) return
  drag.over?.classList.remove('drop')
  if (over && over !== drag.source && drag.kind !== 'play') over.classList.add('drop')
  drag.over = over
}

/** The click that follows a drag within one element is not a press. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    if (event.isTrusted) event.stopPropagation()
  }
  addEventListener('click', stop, { capture: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}

/** A copy of what is dragged, over the page. Parts of an SVG are copied with their picture, so that they keep place and
 *  scale. */
function ghostOf(stage: Element, source: Element): HTMLElement | SVGElement {
  const carry = source.getAttribute('data-carry'),
    art = (carry ? (source.querySelector(carry) ?? stage.querySelector(carry)) : null) ?? source,
    root = (art as SVGElement).ownerSVGElement
  const ghost = (root ?? art).cloneNode(!root) as HTMLElement | SVGElement,
    box = (root ?? art).getBoundingClientRect()
  if (root) ghost.append(art.cloneNode(true))
  ghost.removeAttribute('id')
  ghost.removeAttribute('role')
  ghost.removeAttribute('aria-label')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('carried')
  for (const [name, value] of Object.entries({ left: box.left, top: box.top, width: box.width, height: box.height }))
    ghost.style.setProperty(name, value + 'px')
  return ghost
}
