/** Decides which regexes are worth running on a text: those whose literal was seen, and those that pass a sieve. */
import { addUse, type CompiledRule, type StringUse } from './compiled-rule.ts'
import { makePresence, overlaps, type Presence, readPresence } from './char-presence.ts'
import type { Regex } from './regex.ts'
import { requirementsOf } from './regex-literals.ts'
import { makeSieve, mostInSieve, type Sieve } from './regex-sieve.ts'

export interface Candidate {
  readonly regex: Regex
  /** The rules that have this pattern. */
  readonly rules: readonly number[]
}

export interface Filter {
  /** Whether some regex must be looked at whatever the automaton found. */
  readonly sieves: boolean
  /** Begins with a new text. What the last one left is forgotten. */
  begin(): CandidateSet
}

export interface CandidateSet {
  readonly count: number
  /** One of the regex's literals was seen. */
  add(regex: number): void
  /** Adds what passes its sieve, and drops what asks for characters that the text has not. */
  sift(text: string): void
  /** @param index Less than `count`. */
  at(index: number): Candidate
}

interface Entry extends Candidate {
  readonly rules: number[]
  readonly characters: readonly Presence[]
}

interface Group {
  readonly sieve: Sieve | undefined
  readonly members: readonly number[]
  /** What every member asks for: where none of it is in a text, the whole group is passed over. */
  readonly common: Presence | undefined
}

/** Adds each regex's literals to `strings`, under the regex's number. */
export function makeFilter(rules: readonly CompiledRule[], strings: Map<string, StringUse[]>): Filter {
  const entries: Entry[] = []
  const known = new Map<string, number>()
  const literalless: number[] = []
  rules.forEach(({ regexes }, rule) => {
    for (const regex of regexes) {
      const before = known.get(regex.pattern)
      if (before !== undefined) {
        entries[before]?.rules.push(rule)
        continue
      }
      const index = entries.length
      known.set(regex.pattern, index)
      const { literals, characters } = regex.parsed ? requirementsOf(regex.parsed.root) : unknownRequirements
      entries.push({ regex, rules: [rule], characters })
      for (const literal of literals ?? []) addUse(strings, literal, { kind: 'literal', regex: index })
      if (!literals) literalless.push(index)
    }
  })
  return new StampedFilter(entries, groupsOf(entries, literalless))
}

const unknownRequirements = { literals: undefined, characters: [] }

/** Regexes that ask for the same characters share a sieve, so that texts without them skip it. */
function groupsOf(entries: readonly Entry[], literalless: readonly number[]): Group[] {
  const key = (index: number) => entries[index]?.characters[0]?.join(',') ?? ''
  const sorted = [...literalless].sort((a, b) => key(a).localeCompare(key(b)))
  const groups: Group[] = []
  let members: number[] = []
  for (const index of sorted) {
    const first = members[0]
    if (first !== undefined && (members.length >= groupSize || key(first) !== key(index))) {
      groups.push(...sieved(entries, members))
      members = []
    }
    members.push(index)
  }
  return members.length > 0 ? [...groups, ...sieved(entries, members)] : groups
}

const groupSize = Math.min(12, mostInSieve)

function sieved(entries: readonly Entry[], members: readonly number[]): Group[] {
  const roots = members.map((index) => entries[index]?.regex.parsed?.root)
  const common = entries[members[0] ?? 0]?.characters[0]
  try {
    const known = roots.flatMap((root) => (root ? [root] : []))
    return [{ sieve: known.length === members.length ? makeSieve(known) : undefined, members, common }]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (members.length === 1) return [{ sieve: undefined, members, common }]
    const half = members.length >> 1
    return [...sieved(entries, members.slice(0, half)), ...sieved(entries, members.slice(half))]
  }
}

class StampedFilter implements Filter, CandidateSet {
  readonly sieves: boolean
  readonly #entries: readonly Entry[]
  readonly #groups: readonly Group[]
  /** The number of the text for which a regex was last added. */
  readonly #stamps: Uint32Array
  readonly #added: Int32Array
  readonly #present = makePresence()
  #text = 0
  count = 0

  constructor(entries: readonly Entry[], groups: readonly Group[]) {
    this.#entries = entries
    this.#groups = groups
    this.#stamps = new Uint32Array(entries.length)
    this.#added = new Int32Array(entries.length)
    this.sieves = groups.length > 0
  }

  begin(): CandidateSet {
    this.#text = (this.#text + 1) >>> 0
    if (this.#text === 0) this.#stamps.fill(0)
    this.count = 0
    return this
  }

  add(regex: number): void {
    if (this.#stamps[regex] === this.#text) return
    this.#stamps[regex] = this.#text
    this.#added[this.count++] = regex
  }

  sift(text: string): void {
    const present = this.#present
    readPresence(text, present)
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const regex = this.#added[i] ?? 0
      if (meets(this.#entries[regex]?.characters, present)) this.#added[kept++] = regex
    }
    this.count = kept
    for (const { sieve, members, common } of this.#groups) {
      if (common && !overlaps(common, present)) continue
      let passed = sieve ? sieve.sift(text) : -1
      for (let i = 0; passed !== 0 && i < members.length; i++, passed >>>= 1) {
        const regex = members[i] ?? 0
        if ((passed & 1) === 1 && meets(this.#entries[regex]?.characters, present)) this.add(regex)
      }
    }
  }

  at(index: number): Candidate {
    const entry = this.#entries[this.#added[index] ?? -1]
    if (!entry) throw new RangeError(`no candidate ${index}`)
    return entry
  }
}

function meets(asked: readonly Presence[] | undefined, present: Presence): boolean {
  if (asked) for (const set of asked) if (!overlaps(set, present)) return false
  return true
}
