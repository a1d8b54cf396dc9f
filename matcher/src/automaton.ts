/**
 * Finds many strings in one pass over a text: an Aho–Corasick automaton as a double array, whose transitions take two
 * lookups for any number of strings. ASCII letters of either case are one symbol, and so are kinds of white space; a run of
 * white space counts as one. The caller does other folding.
 */
export interface Automaton {
  readonly size: number
  /**
   * Reads `text` and writes the strings found into `hits`, as pairs (string, offset just after it), in the order in
   * which they end. A string may be found inside a word; the caller decides about that.
   */
  scan(text: string, hits: Hits): void
}

/** Reused for every text, so that reading allocates nothing. */
export interface Hits {
  pairs: Int32Array
  count: number
}

export function makeHits(): Hits {
  return { pairs: new Int32Array(256), count: 0 }
}

/** @param strings Folded; equal ones are reported under the first of their indices. */
export function makeAutomaton(strings: readonly string[]): Automaton {
  const trie = makeTrie(strings)
  const packing = packed(trie)
  const { base, check } = packing
  const { fail, output, shorter } = linked(trie, packing)
  const { symbolOf } = trie

  return {
    size: strings.length,
    scan(text, hits) {
      hits.count = 0
      let slot = 0
      let wasSpace = false
      for (let i = 0; i < text.length; i++) {
        const symbol = symbolOf[text.charCodeAt(i)] ?? 0
        if (symbol === spaceSymbol) {
          if (wasSpace) continue
          wasSpace = true
        } else wasSpace = false
        if (symbol === 0) {
          slot = 0
          continue
        }
        let to = (base[slot] ?? 0) + symbol
        while (check[to] !== slot) {
          if (slot === 0) {
            to = 0
            break
          }
          slot = fail[slot] ?? 0
          to = (base[slot] ?? 0) + symbol
        }
        slot = to
        for (
          let found = output[slot] === -1 ? (shorter[slot] ?? 0) : slot;
          found > 0;
          found = shorter[found] ?? 0
        ) {
          addHit(hits, output[found] ?? 0, i + 1)
        }
      }
    },
  }
}

function addHit(hits: Hits, string: number, end: number): void {
  if (hits.count * 2 === hits.pairs.length) {
    const grown = new Int32Array(hits.pairs.length * 2)
    grown.set(hits.pairs)
    hits.pairs = grown
  }
  hits.pairs[hits.count * 2] = string
  hits.pairs[hits.count * 2 + 1] = end
  hits.count++
}

const spaceSymbol = 1

interface Trie {
  /** A symbol per UTF-16 unit; 0 for units that occur in no string. */
  readonly symbolOf: Uint16Array
  readonly symbols: number
  /** Per node its children by symbol, in the order of symbols; node 0 is the root. */
  readonly children: readonly ReadonlyMap<number, number>[]
  /** The string that ends at a node, or -1. */
  readonly string: readonly number[]
}

function makeTrie(strings: readonly string[]): Trie {
  const symbolOf = new Uint16Array(0x10000)
  for (const space of ' \t\n\v\f\r') symbolOf[space.charCodeAt(0)] = spaceSymbol
  let symbols = spaceSymbol + 1
  const children: Map<number, number>[] = [new Map()]
  const string: number[] = [-1]
  strings.forEach((text, index) => {
    let node = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (symbolOf[unit] === 0) symbolOf[unit] = symbols++
      const symbol = symbolOf[unit] ?? 0
      let child = children[node]?.get(symbol)
      if (child === undefined) {
        child = children.push(new Map()) - 1
        string.push(-1)
        children[node]?.set(symbol, child)
      }
      node = child
    }
    if (node > 0 && string[node] === -1) string[node] = index
  })
  for (let letter = 0; letter < 26; letter++) symbolOf[65 + letter] = symbolOf[97 + letter] ?? 0
  return { symbolOf, symbols, children, string }
}

interface Packed {
  /** The child of the node in slot s by symbol c is in slot base[s] + c, if check of that slot is s. */
  readonly base: Int32Array
  readonly check: Int32Array
  /** The slot of each node. */
  readonly slots: Int32Array
}

interface Linked {
  /** The slot of the longest proper suffix of the string that a slot represents. */
  readonly fail: Int32Array
  /** The string that ends at a slot, or -1. */
  readonly output: Int32Array
  /** The nearest slot on the failure path at which a string ends; 0 for none. */
  readonly shorter: Int32Array
}

function packed(trie: Trie): Packed {
  let size = Math.max(1024, trie.children.length * 2 + trie.symbols)
  let base = new Int32Array(size)
  let check = new Int32Array(size).fill(-1)
  const slots = new Int32Array(trie.children.length)
  check[0] = -2
  /** The start of the search for free slots; below it, nearly all are used. */
  let roomy = 1
  const queue = [0]
  for (const node of queue) {
    const children = trie.children[node]
    if (!children || children.size === 0) continue
    const needed = Int32Array.from(children.keys()).sort()
    const at = placeFor(needed)
    const slot = slots[node] ?? 0
    base[slot] = at
    for (const [symbol, child] of children) {
      check[at + symbol] = slot
      slots[child] = at + symbol
      queue.push(child)
    }
  }
  return { base, check, slots }

  function placeFor(needed: Int32Array): number {
    const lowest = needed[0] ?? 0
    let taken = 0
    for (let at = Math.max(roomy, lowest); ; at++) {
      if (at - lowest + trie.symbols >= size) grow()
      if (check[at] !== -1) {
        taken++
        continue
      }
      if (!isFree(at - lowest, needed)) continue
      if (taken > (at - roomy) * 0.9) roomy = at
      return at - lowest
    }
  }

  function isFree(at: number, needed: Int32Array): boolean {
    for (const symbol of needed) if (check[at + symbol] !== -1) return false
    return true
  }

  function grow(): void {
    size *= 2
    const biggerBase = new Int32Array(size)
    biggerBase.set(base)
    const biggerCheck = new Int32Array(size).fill(-1)
    biggerCheck.set(check)
    base = biggerBase
    check = biggerCheck
  }
}

function linked(trie: Trie, { base, check, slots }: Packed): Linked {
  const fail = new Int32Array(check.length)
  const output = new Int32Array(check.length).fill(-1)
  const shorter = new Int32Array(check.length)
  trie.string.forEach((string, node) => (output[slots[node] ?? 0] = string))
  const queue = [0]
  for (const node of queue) {
    const slot = slots[node] ?? 0
    for (const [symbol, child] of trie.children[node] ?? []) {
      const childSlot = slots[child] ?? 0
      const found = slot === 0 ? 0 : childOfSuffix(slot, symbol)
      fail[childSlot] = found
      // The suffix is shorter, so breadth-first order has finished it.
      shorter[childSlot] = (output[found] ?? -1) >= 0 ? found : (shorter[found] ?? 0)
      queue.push(child)
    }
  }
  return { fail, output, shorter }

  /** The child by `symbol` of the longest suffix that has one; the root if none has. */
  function childOfSuffix(slot: number, symbol: number): number {
    for (let back = slot; back !== 0;) {
      back = fail[back] ?? 0
      const to = (base[back] ?? 0) + symbol
      if (check[to] === back) return to
    }
    return 0
  }
}
