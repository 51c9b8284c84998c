// Sounds of a game, made of a few tones each (Web Audio): no files, and nothing before the first gesture of the user.
// On unless it is switched off or the user prefers reduced motion.
import { read, save } from './lang.js'

export type Sound = 'move' | 'capture' | 'turn' | 'win' | 'loss' | 'draw' | 'clock'

interface Tone {
  hertz: number
  to?: number // where the pitch glides to
  at: number // seconds
  for: number
  wave: OscillatorType
  gain: number
}

const knock = (hertz: number, at = 0): Tone => ({ hertz, to: hertz / 2, at, for: 0.07, wave: 'triangle', gain: 0.4 })
const bell = (hertz: number, at = 0, length = 0.18): Tone => ({ hertz, at, for: length, wave: 'sine', gain: 0.16 })

const SOUNDS: Record<Sound, Tone[]> = {
  move: [knock(330)],
  capture: [knock(300), knock(210, 0.07)],
  turn: [bell(660), bell(880, 0.1)],
  win: [bell(523), bell(659, 0.12), bell(784, 0.24), bell(1047, 0.36, 0.4)],
  loss: [bell(392), bell(330, 0.16), bell(262, 0.32, 0.4)],
  draw: [bell(440), bell(440, 0.18)],
  clock: [{ hertz: 1250, at: 0, for: 0.03, wave: 'square', gain: 0.06 }],
}

let context: AudioContext | null = null

export function soundOn(): boolean {
  const stored = read('jogada.sound')
  return stored ? stored === 'on' : !matchMedia('(prefers-reduced-motion: reduce)').matches
}

export const setSound = (on: boolean): void => save('jogada.sound', on ? 'on' : 'off')

export function play(sound: Sound): void {
  if (!soundOn() || navigator.userActivation?.hasBeenActive === false || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const tone of SOUNDS[sound]) ring(context, tone)
}

/** One tone with a short attack and a fading end. */
function ring(audio: AudioContext, tone: Tone): void {
  const from = audio.currentTime + tone.at,
    until = from + tone.for
  const source = audio.createOscillator(),
    volume = audio.createGain()
  source.type = tone.wave
  source.frequency.setValueAtTime(tone.hertz, from)
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, until)
  volume.gain.setValueAtTime(0.0001, from)
  volume.gain.exponentialRampToValueAtTime(tone.gain, from + 0.008)
  volume.gain.exponentialRampToValueAtTime(0.0001, until)
  source.connect(volume).connect(audio.destination)
  source.start(from)
  source.stop(until)
}
