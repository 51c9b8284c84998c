// The views by the first component of the path. All but the home page are loaded on demand.
import type { View } from '../view.js'
import * as home from './home.js'

export const views: Record<string, () => Promise<{ view: View }>> = {
  '': async () => home,
  analysis: () => import('./analysis.js'),
  lab: () => import('./lab.js'),
  rules: () => import('./rules.js'),
  search: () => import('./search.js'),
  studies: () => import('./studies.js'),
  table: () => import('./table.js'),
  log: () => import('./log.js'),
}
