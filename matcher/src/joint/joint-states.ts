/** The deterministic states of a joint automaton that texts have reached so far: a row per state, a column per symbol. */
import { symbolKind } from './char-alphabet.ts'
import { holding, type JointProgram } from './joint-program.ts'
import { JointWalker, type Walked } from './joint-walker.ts'
import type { Reading } from './regex-outline.ts'

/** From here nothing continues, and no further match can start. */
export const dead = -1
/** States would be forgotten before they pay off. */
export const stuck = -2
/** Making a step costs about as much as reading this many characters with existing steps. */
const charsPerStep = 250

interface State {
  /** Instructions to continue from, one bit each. */
  readonly positions: Int32Array
  /** The kind of the symbol that was read last. */
  readonly last: number
  /** Regexes that matched just before it, in order. */
  readonly accepted: readonly number[]
}

export class JointStates {
  readonly localOf: Uint8Array
  /** The target of each symbol from a row: 0 is not known yet; below 0, it is `dead`, or some regex has matched. */
  next = new Int32Array(0)
  /** The number of transitions made in total. */
  made = 0
  readonly #program: JointProgram
  readonly #backwards: boolean
  readonly #anchored: boolean
  readonly #mostStates: number
  readonly #walker: JointWalker
  readonly #starts: Int32Array
  /** The reach of starting regexes, by the edge and the symbol. */
  readonly #begun = new Map<number, Walked>()
  #states: State[] = []
  /** Rows by the hash of their states. */
  #rowsOf = new Map<number, number[]>()
  #charsRead = 0
  #madeBefore = 0
  /** The part of the current text that `#charsRead` has counted. */
  #counted = 0

  constructor(
    program: JointProgram,
    given: { readonly reading: Reading; readonly anchored: boolean; readonly mostStates: number },
  ) {
    this.localOf = program.localOf
    this.#program = program
    this.#backwards = given.reading === 'backwards'
    this.#anchored = given.anchored
    this.#mostStates = given.mostStates
    this.#walker = new JointWalker(program)
    this.#starts = this.#walker.closureOf(program.starts)
  }

  /** The row before anything is read. */
  begin(): number {
    this.#counted = 0
    if (this.#states.length === 0) this.#clear()
    return this.#program.locals
  }

  accepted(row: number): readonly number[] {
    return this.#states[row / this.#program.locals]?.accepted ?? []
  }

  noteRead(chars: number): void {
    this.#charsRead += chars - this.#counted
  }

  /**
   * Learns the target of a symbol from a row.
   * @param chars How many characters of the current text were read.
   */
  advance(row: number, local: number, chars: number): number {
    const { locals, kinds } = this.#program
    const from = this.#states[row / locals]
    if (!from) throw new RangeError(`no row ${row}`)
    const kind = kinds[local] ?? 0
    const holds = this.#backwards ? holding(kind, from.last) : holding(from.last, kind)
    const { reached, accepted } = this.#walker.walk(from.positions, {
      holds,
      local,
      with: this.#beginning(holds, local),
    })
    this.made++
    if (this.#anchored && accepted.length === 0 && reached.every((word) => word === 0)) {
      return (this.next[row + local] = dead)
    }
    const full = this.#states.length > this.#mostStates
    if (full) {
      this.noteRead(chars)
      this.#counted = chars
      const paid = this.#charsRead >= (this.made - this.#madeBefore) * charsPerStep
      this.#clear()
      if (!paid) return stuck
    }
    const to = this.#rowFor({ positions: reached, last: kind, accepted })
    const value = accepted.length > 0 ? -to : to
    if (!full) this.next[row + local] = value
    return value
  }

  /** The reach of regexes that start here. */
  #beginning(holds: number, local: number): Walked {
    const key = holds * 256 + local
    let known = this.#begun.get(key)
    if (!known) {
      known = this.#walker.walk(this.#starts, { holds, local, with: undefined })
      this.#begun.set(key, known)
    }
    return known
  }

  #rowFor(state: State): number {
    const { locals } = this.#program
    const hash = hashOf(state)
    const rows = this.#rowsOf.get(hash)
    for (const row of rows ?? []) {
      const known = this.#states[row / locals]
      if (known && areEqual(known, state)) return row
    }
    const row = this.#states.length * locals
    this.#states.push(state)
    if (rows) rows.push(row)
    else this.#rowsOf.set(hash, [row])
    if (row + locals > this.next.length) {
      const grown = new Int32Array(Math.max(this.next.length * 2, 16 * locals))
      grown.set(this.next)
      this.next = grown
    }
    return row
  }

  /** Forgets all states except the first. Row 0 is not used, because as a target 0 means unknown. */
  #clear(): void {
    const begin = {
      positions: this.#walker.closureOf([]),
      last: symbolKind.outside,
      accepted: [],
    }
    this.#rowsOf = new Map()
    this.next = new Int32Array(0)
    this.#charsRead = 0
    this.#madeBefore = this.made
    this.#states = [begin]
    this.#rowFor(begin)
  }
}

function hashOf({ positions, last, accepted }: State): number {
  let hash = last
  for (const one of accepted) hash = Math.imul(hash, 31) + one
  for (let word = 0; word < positions.length; word++) {
    hash = Math.imul(hash ^ (positions[word] ?? 0), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function areEqual(a: State, b: State): boolean {
  if (a.last !== b.last || a.accepted.length !== b.accepted.length) return false
  for (let i = 0; i < a.accepted.length; i++) if (a.accepted[i] !== b.accepted[i]) return false
  for (let word = 0; word < a.positions.length; word++) {
    if (a.positions[word] !== b.positions[word]) return false
  }
  return true
}
