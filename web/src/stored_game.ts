// Stored games, as /api/v1/log lists them.
import { lang } from './lang.js'
import type { Evaluation } from './types.js'

export interface StoredGame {
  id: number
  game: string
  kind: string // of its run: table, match, tournament ...
  seats: string[] // agents' specs or players' names
  names: string[] // the same for people
  mine: number[] // seats of the viewer
  date: string
  start: string
  result: string
  score: number
  plies: number
  moves?: string | string[]
  evaluations?: Evaluation[] // stored with the game
}

export const when = (date: string): string => {
  const at = new Date(date)
  return Number.isNaN(at.getTime()) ? date : at.toLocaleString(lang(), { dateStyle: 'medium', timeStyle: 'short' })
}
