/** Something that the person who starts the program has to change. It is printed as it is, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
