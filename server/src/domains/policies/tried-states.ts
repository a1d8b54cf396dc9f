import { OutOfSteps } from './out-of-steps.ts'

/** Bits of states are kept in pages of so many words of 32, made where they are needed. */
const pageBits = 8
const pageMask = (1 << pageBits) - 1
/** 8 MiB. A regex that needs more on one text is not evaluated. */
const mostPages = 8192

/** Which states of a search were tried already: a sparse set whose clearing costs no more than its filling did. */
export class TriedStates {
  readonly #pages: (Uint32Array | undefined)[] = []
  #pageCount = 0
  /** The words that are not zero. */
  #touched = new Int32Array(64)
  #touchedCount = 0

  /**
   * Whether `state` was tried before; from now on it was.
   * @throws OutOfSteps where there are too many to remember
   */
  try(state: number): boolean {
    const word = Math.floor(state / 32)
    let page = this.#pages[word >>> pageBits]
    if (!page) {
      if (++this.#pageCount > mostPages) throw new OutOfSteps()
      page = this.#pages[word >>> pageBits] = new Uint32Array(1 << pageBits)
    }
    const bit = 1 << (state & 31)
    const marks = page[word & pageMask] ?? 0
    if ((marks & bit) !== 0) return true
    if (marks === 0) this.#touch(word)
    page[word & pageMask] = marks | bit
    return false
  }

  has(state: number): boolean {
    const word = Math.floor(state / 32)
    const marks = this.#pages[word >>> pageBits]?.[word & pageMask] ?? 0
    return (marks & (1 << (state & 31))) !== 0
  }

  clear(): void {
    for (let i = 0; i < this.#touchedCount; i++) {
      const word = this.#touched[i] ?? 0
      const page = this.#pages[word >>> pageBits]
      if (page) page[word & pageMask] = 0
    }
    this.#touchedCount = 0
  }

  #touch(word: number): void {
    if (this.#touchedCount === this.#touched.length) {
      const grown = new Int32Array(this.#touched.length * 2)
      grown.set(this.#touched)
      this.#touched = grown
    }
    this.#touched[this.#touchedCount++] = word
  }
}
