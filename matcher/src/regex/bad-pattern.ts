/** Thrown for an invalid regex. */
export class BadPattern extends Error {
  override name = 'BadPattern'
  /** Set if the only error is a flag that a regex cannot have. */
  readonly flag: string | undefined

  constructor(cause?: unknown, flag?: string) {
    super(flag === undefined ? 'This is no regex.' : `A regex cannot have the flag ${flag}.`, { cause })
    this.flag = flag
  }
}
