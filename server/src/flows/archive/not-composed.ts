/** A mail could not be read or composed: the connection, and the mails after it, are as they were. */
export class NotComposed extends Error {
  override name = 'NotComposed'

  constructor(cause: unknown) {
    super('A mail could not be composed', { cause })
  }
}

/** @throws NotComposed if the work fails. */
export async function composing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new NotComposed(error)
  }
}
