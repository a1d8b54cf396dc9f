import { OutOfSteps } from './out-of-steps.ts'

/** Bits of states are stored in pages of this many words of 32 bits, created on demand. */
const pageBits = 6
const pageMask = (1 << pageBits) - 1
/** 8 MiB. A regex that needs more at once is not evaluated. */
const mostPages = 32_768
/** How many pages are kept for the next text, and how many must be in use before old ones are released. */
const mostSpare = 64

/**
 * The states that a search has tried: a sparse set that takes no longer to clear than to fill. States are numbered by
 * their place in the text first, so that passed ones can be released.
 */
export class TriedStates {
  readonly #pages: (Uint32Array | undefined)[] = []
  readonly #spare: Uint32Array[] = []
  /** The pages in use. */
  #used: number[] = []
  #lookAt = mostSpare

  /**
   * Whether `state` was tried before; also marks it as tried.
   * @throws OutOfSteps if there are too many to store
   */
  try(state: number): boolean {
    const word = Math.floor(state / 32)
    const page = this.#pages[word >>> pageBits] ?? this.#open(word >>> pageBits)
    const bit = 1 << (state & 31)
    const marks = page[word & pageMask] ?? 0
    if ((marks & bit) !== 0) return true
    page[word & pageMask] = marks | bit
    return false
  }

  has(state: number): boolean {
    const word = Math.floor(state / 32)
    const marks = this.#pages[word >>> pageBits]?.[word & pageMask] ?? 0
    return (marks & (1 << (state & 31))) !== 0
  }

  clear(): void {
    for (const index of this.#used) this.#close(index)
    this.#used.length = 0
    this.#lookAt = mostSpare
  }

  /** Forgets states below `state` if there are many, because they are not needed again. */
  forgetBefore(state: number): void {
    if (this.#used.length < this.#lookAt) return
    const first = Math.floor(state / 32) >>> pageBits
    const kept: number[] = []
    for (const index of this.#used) {
      if (index < first) this.#close(index)
      else kept.push(index)
    }
    this.#used = kept
    this.#lookAt = mostSpare + 2 * kept.length
  }

  #open(index: number): Uint32Array {
    if (this.#used.length >= mostPages) throw new OutOfSteps()
    const page = this.#spare.pop() ?? new Uint32Array(1 << pageBits)
    this.#pages[index] = page
    this.#used.push(index)
    return page
  }

  #close(index: number): void {
    const page = this.#pages[index]
    this.#pages[index] = undefined
    if (page && this.#spare.length < mostSpare) this.#spare.push(page.fill(0))
  }
}
