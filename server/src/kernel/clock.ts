/** The only clock: what happens at a time is given it, or asks for it here. */
export interface Clock {
  readonly now: () => Date
}
