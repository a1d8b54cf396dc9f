/** Thrown for a pattern that is no regex. */
export class BadPattern extends Error {
  override name = 'BadPattern'
  /** Set where the only thing wrong is a flag that a regex cannot have. */
  readonly flag: string | undefined

  constructor(cause?: unknown, flag?: string) {
    super(flag === undefined ? 'This is no regex.' : `A regex cannot have the flag ${flag}.`, { cause })
    this.flag = flag
  }
}
