// Studies, as /api/v1/studies lists them.
export interface Study {
  name: string
  game: string
  title: string
  summary: string
  source: string
  games: number
  quick_games: number
  kept: boolean // results are stored
  version: string | null // of the program that made the results that come with it; null: none
  date: string | null // on which they were made
  quick: boolean // those results are of a quick run
}
