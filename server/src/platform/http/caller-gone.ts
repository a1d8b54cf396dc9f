/** The caller closed the connection before the answer. */
export class CallerGone extends Error {
  override name = 'CallerGone'

  constructor() {
    super('The caller went away before the answer')
  }
}
