/** Where the time comes from. Nothing else reads the system's clock. */
export interface Clock {
  readonly now: () => Date
}
