/** How many bytes of large things are in memory at once, over all that a worker does. */

/** For mails, which are there twice while they are written and sent. */
const mostBytes = 64 * 1024 * 1024

export class Budget {
  #used = 0
  readonly #waiting: { readonly bytes: number; readonly start: () => void }[] = []
  readonly #most: number

  constructor(most = mostBytes) {
    this.#most = most
  }

  /** Does the work once there is room for it, in the order of the calls. What is larger than all room has it alone. */
  async within<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#hasRoom(bytes))
      await new Promise<void>((start) => this.#waiting.push({ bytes, start }))
    else this.#used += bytes
    try {
      return await work()
    } finally {
      this.#used -= bytes
      this.#startNext()
    }
  }

  /** How many wait for room. */
  get waiting(): number {
    return this.#waiting.length
  }

  #hasRoom(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#most
  }

  #startNext(): void {
    for (let [next] = this.#waiting; next && this.#hasRoom(next.bytes); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#used += next.bytes
      next.start()
    }
  }
}
