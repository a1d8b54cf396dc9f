/**
 * All regexes of a matcher, evaluated together: required literals and characters exclude most of them, joint
 * automata mark where the others may start, and a regex runs only from there.
 */
import { type Alphabet, makeAlphabet } from './char-alphabet.ts'
import { makePresence, overlaps, type Presence, readPresence } from './char-presence.ts'
import { addUse, type CompiledRule, type StringUse } from '#compiled-rule.ts'
import type { Places, Span, StepBudget } from '#regex/bounded-regex.ts'
import { BadPattern } from '#regex/bad-pattern.ts'
import { Marks } from './marks.ts'
import { OutOfSteps } from '#regex/out-of-steps.ts'
import type { Regex } from '#regex/regex.ts'
import { mostCharacterSets, requirementsOf } from './regex-literals.ts'
import { classesOf } from './regex-outline.ts'
import { readersOf, type RegexReader } from './regex-reader.ts'

export interface RegexSet {
  /** Whether a regex must be tried even if none of its literals occurs. */
  readonly alwaysLooks: boolean
  /** Starts a new text. */
  begin(): void
  /** Reports that one of the regex's literals occurs in the text. */
  seen(regex: number): void
  judge(text: string, asked: Asked): void
}

interface Asked {
  readonly applies: (rule: number) => boolean
  readonly budget: StepBudget
  /** Called for each match of each rule, in text order. @returns whether that rule wants more */
  readonly take: (rule: number, span: Span) => boolean
  /** Called for rules whose evaluation was not completed, although it may have given matches. */
  readonly notEvaluated: (rules: readonly number[]) => void
}

interface Entry {
  readonly regex: Regex
  /** The rules that have this pattern. */
  readonly rules: number[]
  readonly characters: readonly Presence[]
}

/** Adds each regex's literals to `strings`, under the regex's number. */
export function makeRegexSet(rules: readonly CompiledRule[], strings: Map<string, StringUse[]>): RegexSet {
  const entries: Entry[] = []
  const known = new Map<string, number>()
  const literal: number[] = []
  const others: number[] = []
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
      for (const one of literals ?? []) addUse(strings, one, { kind: 'literal', regex: index })
      if (literals) literal.push(index)
      else others.push(index)
    }
  })
  return new StampedSet(entries, literal, others)
}

const unknownRequirements = { literals: undefined, characters: [] }

/** How many regexes start as one automaton; those that do not work together are separated later. */
const groupSize = 16
/** A longer text contains so many literals that their regexes are read in groups too. */
const longText = 4096
/** The cost of making a step of an automaton, and how many characters one step of the budget reads. */
const stepsPerMade = 100
const charsPerStep = 4

class StampedSet implements RegexSet {
  readonly alwaysLooks: boolean
  readonly #entries: readonly Entry[]
  readonly #alphabet: Alphabet
  /** For regexes without a literal. */
  readonly #groups: RegexReader[]
  /** For regexes with one, for long texts. */
  readonly #literalGroups: RegexReader[]
  readonly #singles: (RegexReader[] | undefined)[]
  readonly #readAlone: (member: number) => RegexReader[]
  /** The number of the text for which a regex was last seen. */
  readonly #stamps: Uint32Array
  readonly #seen: Int32Array
  #seenCount = 0
  #text = 0
  readonly #present = makePresence()
  readonly #characters: Int32Array
  readonly #marks = new Marks()
  #symbols = new Uint16Array(1024)

  constructor(entries: readonly Entry[], literal: readonly number[], others: readonly number[]) {
    this.#entries = entries
    this.#alphabet = makeAlphabet(
      entries.flatMap(({ regex: { parsed } }) => (parsed ? [...classesOf(parsed.root)] : [])),
    )
    const reads = (members: readonly number[], size: number) =>
      readersOf(
        members.map((member) => ({
          member,
          root: entries[member]?.regex.parsed?.root,
          characters: entries[member]?.characters ?? [],
        })),
        { alphabet: this.#alphabet, size },
      )
    this.#groups = reads(others, groupSize)
    this.#literalGroups = reads(literal, groupSize)
    this.#readAlone = (member) => reads([member], 1)
    this.#singles = entries.map(() => undefined)
    this.#stamps = new Uint32Array(entries.length)
    this.#seen = new Int32Array(entries.length)
    this.#characters = charactersOf(entries)
    this.alwaysLooks = others.length > 0
  }

  begin(): void {
    this.#text = (this.#text + 1) >>> 0
    if (this.#text === 0) this.#stamps.fill(0)
    this.#seenCount = 0
  }

  seen(regex: number): void {
    if (this.#stamps[regex] === this.#text) return
    this.#stamps[regex] = this.#text
    this.#seen[this.#seenCount++] = regex
  }

  judge(text: string, asked: Asked): void {
    readPresence(text, this.#present)
    const run: Run = { text, asked, read: false }
    if (text.length > longText)
      this.#readAll(this.#literalGroups, run, (member) => this.#stamps[member] === this.#text)
    else {
      for (let i = 0; i < this.#seenCount; i++) {
        const member = this.#seen[i] ?? 0
        if (this.#isPossible(member)) this.#readAll((this.#singles[member] ??= this.#readAlone(member)), run)
      }
    }
    this.#readAll(this.#groups, run)
  }

  #readAll(readers: RegexReader[], run: Run, isSeen?: (member: number) => boolean): void {
    for (let i = 0; i < readers.length; i++) {
      const reader = readers[i]
      if (!reader || (reader.common && !overlaps(reader.common, this.#present))) continue
      if (!this.#isWorthReading(reader, isSeen)) continue
      if (!this.#read(reader, run)) {
        readers.splice(i--, 1, ...reader.parted())
        continue
      }
      for (let marked = 0; marked < this.#marks.count; marked++) {
        const index = this.#marks.at(marked)
        const member = reader.members[index] ?? 0
        if ((!isSeen || isSeen(member)) && this.#isPossible(member)) this.#find(member, index, run)
      }
    }
  }

  #isWorthReading(reader: RegexReader, isSeen?: (member: number) => boolean): boolean {
    for (const member of reader.members) {
      if ((!isSeen || isSeen(member)) && this.#isPossible(member)) return true
    }
    return false
  }

  #read(reader: RegexReader, run: Run): boolean {
    const { text, asked } = run
    if (!run.read) {
      run.read = true
      if (this.#symbols.length < text.length || this.#symbols.length > text.length + mostKept) {
        this.#symbols = new Uint16Array(Math.max(1024, text.length))
      }
      this.#alphabet.write(text, this.#symbols)
    }
    this.#marks.begin(reader.members.length, text.length + 1)
    const made = reader.read(this.#symbols, text.length, this.#marks)
    asked.budget.steps -= text.length / charsPerStep + Math.abs(made) * stepsPerMade
    return made >= 0
  }

  /** Runs a regex from its marked places. It may use half of the remaining budget, because others follow. */
  #find(member: number, index: number, { text, asked }: Run): void {
    const entry = this.#entries[member]
    const rules = entry?.rules.filter(asked.applies) ?? []
    let open = rules
    if (!entry || rules.length === 0) return
    const share = { steps: asked.budget.steps / 2 }
    const before = share.steps
    try {
      if (before <= 0) throw new OutOfSteps()
      const places: Places = (from) => this.#marks.next(index, from)
      entry.regex.findEach(text, { budget: share, places }, (span) => {
        // Hundreds of rules may have this regex, and none of its matches may count.
        share.steps -= open.length
        open = open.filter((rule) => asked.take(rule, span))
        return open.length > 0
      })
    } catch (error) {
      // A stored regex that its engine refuses now counts as not evaluated.
      if (!(error instanceof OutOfSteps) && !(error instanceof BadPattern)) throw error
      asked.notEvaluated(rules)
    }
    asked.budget.steps -= before - Math.max(share.steps, 0)
  }

  /** Whether the text has the characters that a regex needs. */
  #isPossible(member: number): boolean {
    const present = this.#present
    const asked = this.#characters
    for (let at = member * wordsPerRegex; at < (member + 1) * wordsPerRegex; at += presenceWords) {
      if (!overlapsAt(asked, at, present)) return false
    }
    return true
  }
}

/** Inlined, because it runs for every regex of every text. */
function overlapsAt(asked: Int32Array, at: number, present: Presence): boolean {
  return (
    ((asked[at] ?? 0) & (present[0] ?? 0)) !== 0 ||
    ((asked[at + 1] ?? 0) & (present[1] ?? 0)) !== 0 ||
    ((asked[at + 2] ?? 0) & (present[2] ?? 0)) !== 0 ||
    ((asked[at + 3] ?? 0) & (present[3] ?? 0)) !== 0 ||
    ((asked[at + 4] ?? 0) & (present[4] ?? 0)) !== 0
  )
}

/** The characters that each regex needs, in sequence; every text satisfies a regex without needs. */
function charactersOf(entries: readonly Entry[]): Int32Array {
  const words = new Int32Array(entries.length * wordsPerRegex).fill(-1)
  entries.forEach(({ characters }, index) =>
    characters.forEach((set, i) => words.set(set, index * wordsPerRegex + i * presenceWords)),
  )
  return words
}

const presenceWords = 5
const wordsPerRegex = presenceWords * mostCharacterSets

/** The state of one examination. */
interface Run {
  readonly text: string
  readonly asked: Asked
  /** Whether its symbols are computed. */
  read: boolean
}

const mostKept = 1 << 20
