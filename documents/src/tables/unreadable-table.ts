/** Why a file is no table that we read. */
export type TableProblem = 'not-csv' | 'bad-workbook' | 'too-many-rows' | 'too-many-columns' | 'empty'

/** A file that is no table; `explanation` says why in words that end a sentence. */
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
