/** A few regexes that are read together, as long as that is efficient. */
import type { Alphabet } from './char-alphabet.ts'
import { chanceOfAny, type Presence, united } from './char-presence.ts'
import { type JointAutomaton, makeJointAutomaton } from './joint-automaton.ts'
import type { Marks } from './marks.ts'
import { beginsAt, outlineOf, type Reading } from './regex-outline.ts'
import type { RegexNode } from '#regex/regex-node.ts'

interface ReadRegex {
  readonly member: number
  /** Undefined if nothing is known about it. */
  readonly root: RegexNode | undefined
  /** Every match contains a character of each of these. */
  readonly characters: readonly Presence[]
}

export interface RegexReader {
  readonly members: readonly number[]
  /** A text without any of these characters need not be read; undefined if every text must be. */
  readonly common: Presence | undefined
  /**
   * Marks, under the index of each member, where it may start.
   * @returns how many steps its automaton learnt; below 0 if it does not pay off and marks are missing, so that the members
   *   must be separated
   */
  read(symbols: Uint16Array, length: number, marks: Marks): number
  /** The same regexes in readers that are worth trying instead. */
  parted(): RegexReader[]
}

/**
 * Readers of at most `size` regexes. Regexes that are needed equally often are grouped, so that most texts skip most readers.
 */
export function readersOf(
  regexes: readonly ReadRegex[],
  { alphabet, size }: { readonly alphabet: Alphabet; readonly size: number },
): RegexReader[] {
  const known = regexes.filter(({ root }) => root)
  const unknown = regexes.filter(({ root }) => !root)
  const isAnchored = ({ root }: ReadRegex) => root !== undefined && beginsAt('text-start', root)
  const sorted = known
    .map((regex) => ({ regex, chance: chanceOf(regex), anchored: Number(isAnchored(regex)) }))
    .sort((a, b) => a.anchored - b.anchored || a.chance - b.chance)
    .map(({ regex }) => regex)
  const readers: RegexReader[] = []
  let group: ReadRegex[] = []
  const close = () => {
    const reading = group[0] && isAnchored(group[0]) ? 'forwards' : 'backwards'
    if (group.length > 0)
      readers.push(new Reader(group, { alphabet, reading, counted: group.length > 1 ? 10 : 60 }))
    group = []
  }
  for (const regex of sorted) {
    const [first] = group
    if (first && (group.length >= size || isAnchored(first) !== isAnchored(regex))) close()
    group.push(regex)
  }
  close()
  return [...readers, ...unknown.map((regex) => new Hopeless(regex))]
}

/** The rough probability that a chat message has the characters that a regex needs. */
function chanceOf({ characters }: ReadRegex): number {
  return characters.reduce((chance, set) => chance * chanceOfAny(set), 1)
}

interface ReadAs {
  readonly alphabet: Alphabet
  readonly reading: Reading
  /** Counts above it are open. */
  readonly counted: number
}

class Reader implements RegexReader {
  readonly members: readonly number[]
  readonly common: Presence | undefined
  readonly #regexes: readonly ReadRegex[]
  readonly #as: ReadAs
  /** Created on first use, because few of thousands of regexes are ever needed. */
  #automaton: JointAutomaton | undefined

  constructor(regexes: readonly ReadRegex[], as: ReadAs) {
    this.#regexes = regexes
    this.#as = as
    this.members = regexes.map(({ member }) => member)
    const asked = regexes.flatMap(({ characters: [rarest] }) => (rarest ? [rarest] : []))
    this.common = asked.length === regexes.length ? united(asked) : undefined
  }

  read(symbols: Uint16Array, length: number, marks: Marks): number {
    try {
      this.#automaton ??= this.#make()
    } catch (error) {
      if (error instanceof SyntaxError) return -1
      throw error
    }
    return this.#automaton.read(symbols, length, marks)
  }

  #make(): JointAutomaton {
    const { alphabet, reading, counted } = this.#as
    const roots = this.#regexes.flatMap(({ root }) => (root ? [outlineOf(root, reading, counted)] : []))
    return makeJointAutomaton(roots, alphabet, { reading, mostStates: roots.length > 1 ? 2000 : 1000 })
  }

  parted(): RegexReader[] {
    const [first] = this.#regexes
    if (this.#regexes.length === 1 && first) {
      return this.#as.counted > 1
        ? [new Reader(this.#regexes, { ...this.#as, counted: this.#as.counted > 10 ? 10 : 1 })]
        : [new Hopeless(first)]
    }
    const half = this.#regexes.length >> 1
    return [this.#regexes.slice(0, half), this.#regexes.slice(half)].map((part) => new Reader(part, this.#as))
  }
}

/** A regex without a useful automaton, which may start anywhere. */
class Hopeless implements RegexReader {
  readonly members: readonly number[]
  readonly common: Presence | undefined

  constructor({ member, characters }: ReadRegex) {
    this.members = [member]
    this.common = characters[0]
  }

  read(_: Uint16Array, length: number, marks: Marks): number {
    marks.addAll(0, length)
    return 0
  }

  parted(): RegexReader[] {
    return [this]
  }
}
