// Studies, as /api/v1/studies tells them.
export interface Study { name: string; title: string; summary: string; source: string; games: number; quick_games: number; kept: boolean }

/** The game that a study is about, by its name: mancala-time, loa-genetic. */
export function studyGame(name: string): string {
  const first = name.split('-')[0]
  return first === 'mancala' ? 'kalah' : first
}
