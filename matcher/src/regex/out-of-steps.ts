/** A text cost more than it may before the answer was known: neither a match nor none. */
export class OutOfSteps extends Error {
  override name = 'OutOfSteps'
}
