/**
 * The hashes of the attachments of every organization, 32 bytes each: there may be ten million, which as texts would need more
 * memory than a process gets.
 */
export class KnownHashes {
  #bytes = Buffer.alloc(64 * width)
  #count = 0
  readonly #ranges = new Map<string, { readonly from: number; to: number }>()

  /**
   * Those of an organization come one after another, in ascending order.
   * @param sha256 In hex. One of another length, which no file has, is left out.
   */
  add(tenant: string, sha256: string): void {
    const hash = Buffer.from(sha256, 'hex')
    if (hash.length !== width) return
    const range = this.#ranges.get(tenant) ?? { from: this.#count, to: this.#count }
    const isNext =
      range.to === this.#count && (range.to === range.from || this.#compare(range.to - 1, hash) < 0)
    if (!isNext) throw new Error(`The hash ${sha256} of organization ${tenant} is out of order`)
    const at = this.#count * width
    if (at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * at)
    hash.copy(this.#bytes, at)
    this.#count += 1
    range.to = this.#count
    this.#ranges.set(tenant, range)
  }

  has(tenant: string, sha256: Uint8Array): boolean {
    let { from, to } = this.#ranges.get(tenant) ?? { from: 0, to: 0 }
    while (from < to) {
      const middle = (from + to) >>> 1
      const order = this.#compare(middle, sha256)
      if (order === 0) return true
      if (order < 0) from = middle + 1
      else to = middle
    }
    return false
  }

  tenants(): Iterable<string> {
    return this.#ranges.keys()
  }

  #compare(index: number, sha256: Uint8Array): number {
    return this.#bytes.compare(sha256, 0, sha256.length, index * width, (index + 1) * width)
  }
}

const width = 32
