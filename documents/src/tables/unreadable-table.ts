/** Why a file cannot be read as a table. */
export type TableProblem = 'not-csv' | 'bad-workbook' | 'too-many-rows' | 'too-many-columns' | 'empty'

/** A file that is not a table; `explanation` gives the reason as the end of a sentence. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable'
  readonly problem: TableProblem
  readonly explanation: string

  constructor(problem: TableProblem, explanation = '', cause?: unknown) {
    super(`${problem} ${explanation}`, { cause })
    this.problem = problem
    this.explanation = explanation
  }
}
