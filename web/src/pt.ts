// Brazilian Portuguese: all catalogues in one, fetched when the language is chosen.
import { words as shell } from './shell.pt.js'
import { words as boards } from './games/boards.pt.js'
import { words as cards } from './games/cards.pt.js'
import { words as learn } from './views/learn.pt.js'

export const words: Record<string, string> = { ...shell, ...boards, ...cards, ...learn }
