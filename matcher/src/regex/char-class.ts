/** One of the code points between two, both included. */
export type Range = readonly [first: number, last: number]

/**
 * A set of code points in a regex: `[a-z]`, `\d`, `.`, a single letter. Perl classes are ASCII, as in RE2;
 * `\p{…}` knows Unicode. With `anyCase`, a letter is in the set if any of its cases is.
 */
export interface CharClass {
  readonly ranges: readonly Range[]
  /** `\p{Greek}` as a pattern of one character. */
  readonly properties: readonly RegExp[]
  readonly negated: boolean
  readonly anyCase: boolean
  /** Classes inside a class: `[\D\s]`. */
  readonly parts: readonly CharClass[]
}

const nothing: CharClass = { ranges: [], properties: [], negated: false, anyCase: false, parts: [] }

export function classOf(given: Partial<CharClass>): CharClass {
  return { ...nothing, ...given }
}

export function singleChar(point: number, anyCase: boolean): CharClass {
  return classOf({ ranges: [[point, point]], anyCase })
}

const digit: Range = [48, 57]
const perl: Record<string, readonly Range[]> = {
  d: [digit],
  w: [digit, [65, 90], [95, 95], [97, 122]],
  s: [
    [9, 10],
    [12, 13],
    [32, 32],
  ],
}

/** `\d`, `\W` and similar escapes; undefined for other letters. */
export function perlClass(letter: string): CharClass | undefined {
  const ranges = perl[letter.toLowerCase()]
  return ranges && classOf({ ranges, negated: letter !== letter.toLowerCase() })
}

const posix: Record<string, readonly Range[]> = {
  alnum: [digit, [65, 90], [97, 122]],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  ascii: [[0, 127]],
  blank: [
    [9, 9],
    [32, 32],
  ],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: [digit],
  graph: [[33, 126]],
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  upper: [[65, 90]],
  word: [digit, [65, 90], [95, 95], [97, 122]],
  xdigit: [digit, [65, 70], [97, 102]],
}

/** `[:alpha:]` and similar classes, by name. */
export function posixClass(name: string): CharClass | undefined {
  const negated = name.startsWith('^')
  const ranges = posix[negated ? name.slice(1) : name]
  return ranges && classOf({ ranges, negated })
}

/** `\p{name}`, a general category or a script; undefined if Unicode has no such name. */
export function unicodeClass(name: string, negated: boolean): CharClass | undefined {
  const inverse = name.startsWith('^')
  const plain = inverse ? name.slice(1) : name
  if (plain === 'Any') return classOf({ ranges: [[0, 0x10ffff]], negated: negated !== inverse })
  for (const form of [`\\p{${plain}}`, `\\p{Script=${plain}}`]) {
    try {
      return classOf({ properties: [new RegExp(`^${form}$`, 'u')], negated: negated !== inverse })
    } catch {
      // Not a name of that kind, so the next form is tried.
    }
  }
  return undefined
}

/** Whether the class contains the code point. An inner class folds its case separately, before it is negated. */
export function contains(set: CharClass, point: number): boolean {
  const found = listed(set, point) || set.parts.some((part) => contains(part, point))
  return found !== set.negated
}

function listed(set: CharClass, point: number): boolean {
  return set.anyCase ? casesOf(point).some((one) => named(set, one)) : named(set, point)
}

function named({ ranges, properties }: CharClass, point: number): boolean {
  for (const [first, last] of ranges) if (point >= first && point <= last) return true
  if (properties.length === 0) return false
  const character = String.fromCodePoint(point)
  return properties.some((property) => property.test(character))
}

/** A letter with the letters that differ only in case, according to RE2. */
export function casesOf(point: number): number[] {
  if (point === dotlessI) return [point]
  const character = String.fromCodePoint(point)
  const lower = character.toLowerCase()
  const upper = character.toUpperCase()
  if (lower === upper && !strangers.has(point)) return [point]
  const cases = new Set([point])
  for (const other of [lower, upper, upper.toLowerCase(), lower.toUpperCase()]) {
    const otherPoint = other.codePointAt(0) ?? point
    if (other.length === (otherPoint > 0xffff ? 2 : 1)) cases.add(otherPoint)
  }
  for (const one of cases) for (const stranger of strangers.get(one) ?? []) cases.add(stranger)
  return [...cases]
}

const dotlessI = 0x131

/** Letters that are another case of a letter, but not its capital or small letter: the long s, the Kelvin sign. */
const strangers = strangersOf(
  '\u00b5\u017f\u01c5\u01c8\u01cb\u01f2\u0345\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f4\u03f5' +
    '\u1c80\u1c81\u1c82\u1c83\u1c84\u1c85\u1c86\u1c87\u1c88\u1e9b\u1e9e\u1f88\u1f89\u1f8a\u1f8b\u1f8c' +
    '\u1f8d\u1f8e\u1f8f\u1f98\u1f99\u1f9a\u1f9b\u1f9c\u1f9d\u1f9e\u1f9f\u1fa8\u1fa9\u1faa\u1fab\u1fac' +
    '\u1fad\u1fae\u1faf\u1fbc\u1fbe\u1fcc\u1ffc\u2126\u212a\u212b',
)

function strangersOf(letters: string): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const letter of letters) {
    const stranger = letter.codePointAt(0) ?? 0
    const upper = letter.toUpperCase()
    for (const one of new Set([letter.toLowerCase(), upper, upper.toLowerCase()])) {
      const point = one.codePointAt(0) ?? 0
      if (Array.from(one).length === 1 && point !== stranger) {
        found.set(point, [...(found.get(point) ?? []), stranger])
      }
    }
  }
  return found
}

/** Which ASCII characters the class contains, and whether it may contain any other. */
export interface AsciiView {
  readonly ascii: Uint8Array
  /** True if uncertain. */
  readonly beyond: boolean
}

export function asciiView(set: CharClass): AsciiView {
  const ascii = new Uint8Array(128)
  for (const [first, last] of set.ranges) if (first < 128) ascii.fill(1, first, Math.min(last, 127) + 1)
  if (set.properties.length > 0) {
    for (let point = 0; point < 128; point++) if (listed(set, point)) ascii[point] = 1
  }
  if (set.anyCase) joinCases(set, ascii)
  for (const part of set.parts)
    asciiView(part).ascii.forEach((has, point) => (ascii[point] = (ascii[point] ?? 0) | has))
  if (set.negated) for (let point = 0; point < 128; point++) ascii[point] = ascii[point] === 1 ? 0 : 1
  return { ascii, beyond: mayReachBeyondAscii(set) }
}

function joinCases(set: CharClass, ascii: Uint8Array): void {
  for (let capital = 65; capital <= 90; capital++) {
    const small = capital + 32
    const other = small === 0x6b ? 0x212a : small === 0x73 ? 0x17f : undefined
    if (ascii[capital] === 1 || ascii[small] === 1 || (other !== undefined && named(set, other))) {
      ascii[capital] = 1
      ascii[small] = 1
    }
  }
}

function mayReachBeyondAscii({ ranges, properties, negated, anyCase, parts }: CharClass): boolean {
  if (negated) return !ranges.some(([first, last]) => first <= 128 && last >= 0x10ffff)
  if (properties.length > 0) return true
  if (ranges.some(([, last]) => last > 127)) return true
  // The long s and the Kelvin sign are cases of s and k.
  if (anyCase && [0x4b, 0x53, 0x6b, 0x73].some((point) => listed({ ...nothing, ranges }, point))) return true
  return parts.some(mayReachBeyondAscii)
}

/** The members if they are few and certain; undefined otherwise. */
export function fewMembers(set: CharClass, most: number): number[] | undefined {
  if (set.negated || set.properties.length > 0 || set.parts.length > 0) return undefined
  const members = new Set<number>()
  for (const [first, last] of set.ranges) {
    if (last - first >= most) return undefined
    for (let point = first; point <= last; point++) {
      for (const one of set.anyCase ? casesOf(point) : [point]) members.add(one)
    }
  }
  return members.size <= most * (set.anyCase ? 4 : 1) ? [...members] : undefined
}
