// The views by the first component of the path. All but the home page are loaded on demand.
import type { View } from '../view.js'
import * as home from './home.js'

export const views: Record<string, () => Promise<{ view: View }>> = {
  '': () => Promise.resolve(home),
  analysis: () => import('./analysis/index.js'),
  lab: () => import('./lab/index.js'),
  rules: () => import('./rules.js'),
  search: () => import('./search/index.js'),
  studies: () => import('./studies.js'),
  table: () => import('./table/index.js'),
  log: () => import('./log/index.js'),
}
