/** Whoever asked closed the connection before the answer: nobody hears what became of it. */
export class CallerGone extends Error {
  override name = 'CallerGone'

  constructor() {
    super('The caller went away before the answer')
  }
}
