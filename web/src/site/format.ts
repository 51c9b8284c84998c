// The format of the rows that a browser stores. A version of the page that changes it raises FORMAT and adds the step
// that brings the rows of the version before to it; rows of a newer format are refused.
type Rows = Map<string, string>

/** STEPS[i] brings rows of format i + 1 to format i + 2. */
const STEPS: ((rows: Rows) => Rows)[] = []

export const FORMAT = STEPS.length + 1

/** The rows of a format, in the current one. */
export const migrate = (rows: Rows, format: number, steps = STEPS): Rows =>
  steps.slice(format - 1).reduce((now, step) => step(now), new Map(rows))
