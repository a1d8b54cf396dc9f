/**
 * What is being kept of a provider that has confirmed it before it gives it: waiting for one before the next is read saves nothing then, and
 * what is kept meanwhile shares a write. It is as little as the network holds on the way to us.
 */
export class UnderWay {
  readonly #onFailure: (error: unknown) => void
  readonly #keeping: Promise<void>[] = []
  #bytes = 0
  #failure: { readonly error: unknown } | undefined

  /** @param onFailure Called once: nothing more should be read. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Resolves once more may be read. @throws what one could not be kept for */
  async add(keeping: Promise<void>, bytes: number): Promise<void> {
    this.#bytes += bytes
    const kept = keeping
      .catch((error: unknown) => {
        if (this.#failure) return
        this.#failure = { error }
        this.#onFailure(error)
      })
      .finally(() => {
        this.#bytes -= bytes
      })
    this.#keeping.push(kept)
    while (this.#keeping.length >= mostAtOnce || this.#bytes > mostBytes) await this.#keeping.shift()
    if (this.#failure) throw this.#failure.error
  }

  /** Once nothing is under way any more. @throws what one could not be kept for */
  async end(): Promise<void> {
    await Promise.all(this.#keeping)
    if (this.#failure) throw this.#failure.error
  }
}

const mostAtOnce = 64
const mostBytes = 1024 * 1024
