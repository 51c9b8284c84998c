// Shapes of the card pictures: filled and stroked paths on named layers, on a canvas of 100 by 72 units, y downwards.

/** The colours of a picture; style.css gives each a value per colour of mana. */
export type Layer = 'sun' | 'far' | 'near' | 'figure' | 'shade' | 'light' | 'glow'

/** A path on a layer; `width` of a stroke, 0: filled. */
export interface Shape {
  layer: Layer
  width: number
  d: string
}

const n = (x: number): string => String(Math.round(x * 10) / 10)

export const fill = (layer: Layer, d: string): Shape => ({ layer, width: 0, d })
export const stroke = (layer: Layer, width: number, d: string): Shape => ({ layer, width, d })

/** An ellipse, turned by degrees. */
export function oval(layer: Layer, x: number, y: number, rx: number, ry = rx, turn = 0): Shape {
  const a = (turn * Math.PI) / 180,
    dx = rx * Math.cos(a),
    dy = rx * Math.sin(a),
    arc = `A${n(rx)} ${n(ry)} ${n(turn)} 1 0`
  return fill(layer, `M${n(x - dx)} ${n(y - dy)}${arc} ${n(x + dx)} ${n(y + dy)}${arc} ${n(x - dx)} ${n(y - dy)}Z`)
}

/** A star; with many points, rays. */
export function star(layer: Layer, x: number, y: number, points: number, outer: number, inner: number): Shape {
  const list = Array.from({ length: 2 * points }, (_, i) => {
    const r = i % 2 ? inner : outer,
      angle = (Math.PI * i) / points
    return `${n(x + r * Math.sin(angle))} ${n(y - r * Math.cos(angle))}`
  })
  return fill(layer, `M${list.join('L')}Z`)
}

/** A flame that stands on (x, y). */
export const flame = (layer: Layer, x: number, y: number, h: number): Shape =>
  fill(
    layer,
    `M${n(x)} ${n(y)}c${n(-h * 0.5)} 0 ${n(-h * 0.5)} ${n(-h * 0.5)} ${n(-h * 0.18)} ${n(-h * 0.62)}` +
      `c0 ${n(h * 0.16)} ${n(h * 0.14)} ${n(h * 0.16)} ${n(h * 0.16)} ${n(h * 0.06)}` +
      `c${n(h * 0.06)} ${n(-h * 0.14)} ${n(-h * 0.06)} ${n(-h * 0.3)} ${n(h * 0.08)} ${n(-h * 0.44)}` +
      `c${n(h * 0.08)} ${n(h * 0.3)} ${n(h * 0.44)} ${n(h * 0.4)} ${n(h * 0.36)} ${n(h * 0.7)}` +
      `c${n(-h * 0.04)} ${n(h * 0.2)} ${n(-h * 0.2)} ${n(h * 0.3)} ${n(-h * 0.42)} ${n(h * 0.3)}Z`,
  )

/** A hash of a name, so that cards of the same subtype differ. */
export function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0
  return h
}

/** Joins neighbouring strokes of the same layer and width into one path. */
export function joined(shapes: Shape[]): Shape[] {
  const list: Shape[] = []
  for (const shape of shapes) {
    const last = list.at(-1)
    if (last && shape.width && last.layer === shape.layer && last.width === shape.width) last.d += shape.d
    else list.push({ ...shape })
  }
  return list
}
