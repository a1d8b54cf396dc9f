/** A text exceeded its budget before the answer was known. */
export class OutOfSteps extends Error {
  override name = 'OutOfSteps'
}
