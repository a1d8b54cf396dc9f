/**
 * The characters of texts as symbols: characters that no class of a set of regexes distinguishes are one symbol, so an
 * automaton's rows are short. All characters beyond the basic plane are one symbol, which a class may contain.
 */
import { asciiView, type CharClass, casesOf, contains, type Range } from '#regex/char-class.ts'

export interface Alphabet {
  readonly size: number
  /** The kind of each symbol for an edge: see `symbolKind`. */
  readonly kinds: Uint8Array
  /** Per symbol 1 if the class may contain it. Only the classes from which the alphabet was built are known. */
  membersOf(set: CharClass): Uint8Array
  /** Writes a symbol per UTF-16 unit, `skipped` for the first half of a pair. */
  write(text: string, into: Uint16Array): void
}

/** The character next to an edge; `outside` at the ends of the text. */
export const symbolKind = { other: 0, word: 1, newline: 2, outside: 3 } as const

/** The first half of a pair, which is read with the second. */
export const skipped = 0
/** The symbol for the end of the text. */
export const endSymbol = 1
const astral = 2
const firstSymbol = 3

const word: CharClass = {
  ranges: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  properties: [],
  negated: false,
  anyCase: false,
  parts: [],
}
const newline: CharClass = { ...word, ranges: [[10, 10]] }

export function makeAlphabet(classes: Iterable<CharClass>): Alphabet {
  const distinct = new Map<string, CharClass>()
  for (const set of [word, newline, ...classes]) distinct.set(keyOf(set), set)
  const sets = [...distinct.values()]
  const beyond = new BeyondAscii()
  const views = sets.map((set) => ({ ascii: asciiView(set).ascii, ranges: beyond.rangesOf(set) }))

  const splits = new Splitter()
  for (const { ascii, ranges } of views) splits.split(ascii, ranges)
  const { symbolOf, size } = splits.symbols(firstSymbol)
  const samples = new Int32Array(size).fill(-1)
  for (let point = 0xffff; point >= 0; point--) samples[symbolOf[point] ?? 0] = point

  const members = new Map<string, Uint8Array>()
  const membersOf = (set: CharClass): Uint8Array => {
    const key = keyOf(set)
    let known = members.get(key)
    if (!known) members.set(key, (known = membersAt(set, samples)))
    return known
  }
  const inWord = membersOf(word)
  const kinds = Uint8Array.from({ length: size }, (_, symbol) => {
    if (symbol === endSymbol) return symbolKind.outside
    if (samples[symbol] === 10) return symbolKind.newline
    return symbol !== astral && inWord[symbol] === 1 ? symbolKind.word : symbolKind.other
  })
  return {
    size,
    kinds,
    membersOf,
    write(text, into) {
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        into[i] = symbolOf[unit] ?? 0
        if (unit >= 0xdc00 && unit <= 0xdfff && i > 0 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) {
          into[i - 1] = skipped
          into[i] = astral
        }
      }
    },
  }
}

function membersAt(set: CharClass, samples: Int32Array): Uint8Array {
  const { ascii } = asciiView(set)
  return Uint8Array.from(samples, (point, symbol) => {
    if (symbol === astral) return 1
    if (point < 0) return 0
    return point < 128 ? (ascii[point] ?? 0) : contains(set, point) ? 1 : 0
  })
}

/** The same for classes that contain the same characters as written. */
function keyOf({ ranges, properties, negated, anyCase, parts }: CharClass): string {
  let key = (negated ? '^' : '') + (anyCase ? 'i' : '')
  for (const [first, last] of ranges) key += `${first}-${last},`
  for (const { source } of properties) key += `p${source}`
  for (const part of parts) key += `(${keyOf(part)})`
  return key
}

/** Which characters of the basic plane beyond ASCII a class contains, as ranges in order. */
class BeyondAscii {
  readonly #ofProperty = new Map<string, Uint8Array>()
  #cased: number[] | undefined

  rangesOf(set: CharClass): readonly Range[] {
    const ranges = [...set.ranges, ...set.properties.flatMap((property) => this.#property(property))]
    if (set.anyCase) ranges.push(...this.#otherCases(set))
    for (const part of set.parts) ranges.push(...this.rangesOf(part))
    const inOrder = merged(ranges)
    return set.negated ? inverse(inOrder) : inOrder
  }

  #property(property: RegExp): Range[] {
    let points = this.#ofProperty.get(property.source)
    if (!points) {
      points = Uint8Array.from({ length: 0x10000 }, (_, point) =>
        point >= 128 && property.test(String.fromCharCode(point)) ? 1 : 0,
      )
      this.#ofProperty.set(property.source, points)
    }
    const ranges: Range[] = []
    for (let first = points.indexOf(1); first >= 0;) {
      const end = points.indexOf(0, first)
      ranges.push([first, end < 0 ? 0xffff : end - 1])
      first = end < 0 ? -1 : points.indexOf(1, end)
    }
    return ranges
  }

  #otherCases(set: CharClass): Range[] {
    const own: CharClass = { ...set, negated: false, parts: [] }
    const size = set.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    const points =
      set.properties.length > 0 || size > mostEnumerated
        ? (this.#cased ??= casedPoints()).filter((point) => contains(own, point))
        : set.ranges.flatMap(([first, last]) => casesBetween(first, last))
    return points.map((point): Range => [point, point])
  }
}

const mostEnumerated = 2000

function casesBetween(first: number, last: number): number[] {
  const points: number[] = []
  for (let point = first; point <= last; point++) {
    if (point < 128 && point !== 0x4b && point !== 0x53 && point !== 0x6b && point !== 0x73) continue
    points.push(...casesOf(point))
  }
  return points
}

function casedPoints(): number[] {
  const points: number[] = []
  for (let point = 128; point < 0x10000; point++) if (casesOf(point).length > 1) points.push(point)
  return points
}

/** In order, without overlap, from 128 to the end of the basic plane. */
function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges
    .filter(([first, last]) => last >= 128 && first <= 0xffff)
    .map(([first, last]): Range => [Math.max(first, 128), Math.min(last, 0xffff)])
    .sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = joined.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else joined.push([first, last])
  }
  return joined
}

function inverse(ranges: readonly Range[]): Range[] {
  const gaps: Range[] = []
  let from = 128
  for (const [first, last] of ranges) {
    if (first > from) gaps.push([from, first - 1])
    from = last + 1
  }
  if (from <= 0xffff) gaps.push([from, 0xffff])
  return gaps
}

/** Divides the basic plane by one set after the other. */
class Splitter {
  readonly #ascii = new Uint16Array(128)
  #asciiClasses = 1
  /** The starts of runs of characters of one class, beyond ASCII, and the sets that contain them. */
  readonly #edges = new Set<number>([128])
  readonly #beyond: (readonly Range[])[] = []

  split(ascii: Uint8Array, ranges: readonly Range[]): void {
    const into = new Map<number, number>()
    for (let point = 0; point < 128; point++) {
      const key = (this.#ascii[point] ?? 0) * 2 + (ascii[point] ?? 0)
      const known = into.get(key) ?? into.size
      into.set(key, known)
      this.#ascii[point] = known
    }
    this.#asciiClasses = into.size
    if (ranges.length === 0) return
    if (ranges.length === 1 && ranges[0]?.[0] === 128 && ranges[0][1] === 0xffff) return
    this.#beyond.push(ranges)
    for (const [first, last] of ranges) this.#edges.add(first).add(last + 1)
  }

  symbols(first: number): { symbolOf: Uint16Array; size: number } {
    const symbolOf = new Uint16Array(0x10000)
    for (let point = 0; point < 128; point++) symbolOf[point] = first + (this.#ascii[point] ?? 0)
    const edges = Int32Array.from(this.#edges).sort()
    const classes = new Int32Array(edges.length)
    let count = 1
    for (const ranges of this.#beyond) count = refine(edges, classes, ranges)
    edges.forEach((edge, i) => {
      const symbol = first + this.#asciiClasses + (classes[i] ?? 0)
      symbolOf.fill(symbol, edge, edges[i + 1] ?? 0x10000)
    })
    return { symbolOf, size: first + this.#asciiClasses + count }
  }
}

/** Divides the runs that start at `edges` into those within `ranges` and others; returns the number of classes. */
function refine(edges: Int32Array, classes: Int32Array, ranges: readonly Range[]): number {
  const into = new Map<number, number>()
  let at = 0
  edges.forEach((edge, i) => {
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) < edge) at++
    const inside = edge >= (ranges[at]?.[0] ?? Infinity) ? 1 : 0
    const key = (classes[i] ?? 0) * 2 + inside
    const known = into.get(key) ?? into.size
    into.set(key, known)
    classes[i] = known
  })
  return into.size
}
