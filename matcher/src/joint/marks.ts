/** For each of a few regexes, the places in a text where it may start: one bit each, reused for every text. */
export class Marks {
  #bits = new Int32Array(64)
  #words = 0
  #isMarked = new Uint8Array(64)
  #marked = new Int32Array(64)
  /** The number of regexes with marks. */
  count = 0

  /** Clears all marks, and resizes if necessary. */
  begin(members: number, places: number): void {
    for (let i = 0; i < this.count; i++) {
      const member = this.#marked[i] ?? 0
      this.#isMarked[member] = 0
      this.#bits.fill(0, member * this.#words, (member + 1) * this.#words)
    }
    this.count = 0
    this.#words = (places + 31) >>> 5
    const size = members * this.#words
    // Memory for a long text is not kept for later short ones.
    if (this.#bits.length < size || this.#bits.length > size + mostKept) {
      this.#bits = new Int32Array(Math.max(size, 1024))
    }
    if (this.#isMarked.length < members) {
      this.#isMarked = new Uint8Array(members)
      this.#marked = new Int32Array(members)
    }
  }

  add(member: number, place: number): void {
    const word = member * this.#words + (place >>> 5)
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (place & 31))
    if (this.#isMarked[member] === 1) return
    this.#isMarked[member] = 1
    this.#marked[this.count++] = member
  }

  /** @param index Less than `count`. */
  at(index: number): number {
    return this.#marked[index] ?? 0
  }

  /** Marks all places up to `last`. */
  addAll(member: number, last: number): void {
    for (let place = 0; place <= last; place++) this.add(member, place)
  }

  /** The first marked place at or after `from`; -1 for none. */
  next(member: number, from: number): number {
    const base = member * this.#words
    let word = from >>> 5
    if (word >= this.#words) return -1
    let bits = (this.#bits[base + word] ?? 0) & (-1 << (from & 31))
    while (bits === 0) {
      if (++word >= this.#words) return -1
      bits = this.#bits[base + word] ?? 0
    }
    return word * 32 + 31 - Math.clz32(bits & -bits)
  }
}

/** Words of 32 places. */
const mostKept = 1 << 16
