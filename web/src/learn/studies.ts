// Studies, as /api/v1/studies lists them.
export interface Study { name: string; title: string; summary: string; source: string; games: number; quick_games: number; kept: boolean }

/** The game of a study, by the prefix of its name: mancala-time, loa-genetic. */
export function studyGame(name: string): string {
  const first = name.split('-')[0]
  return first === 'mancala' ? 'kalah' : first
}
