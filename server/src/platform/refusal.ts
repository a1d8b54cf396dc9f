/** Something that the person who starts the program has to change. It is told as it stands, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
