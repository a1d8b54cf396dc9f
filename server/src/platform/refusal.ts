/** An error that the person who starts the program must fix. Its text is printed without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
