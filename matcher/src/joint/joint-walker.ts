import { type JointProgram, step } from './joint-program.ts'

/** The result of one symbol: the next instructions, one bit each, and the regexes that matched before it. */
export interface Walked {
  readonly reached: Int32Array
  readonly accepted: readonly number[]
}

/** Walks a program's choices and assertions, with sets of instructions as bits. */
export class JointWalker {
  readonly #program: JointProgram
  readonly #words: number
  readonly #closures: (Int32Array | undefined)[] = []
  readonly #todo: Int32Array
  readonly #done: Int32Array

  constructor(program: JointProgram) {
    this.#program = program
    this.#words = (program.ops.length + 31) >>> 5
    this.#todo = new Int32Array(this.#words)
    this.#done = new Int32Array(this.#words)
  }

  /** The reachable instructions that are not choices. */
  closureOf(from: readonly number[]): Int32Array {
    const { ops, next, other } = this.#program
    const found = new Int32Array(this.#words)
    const seen = new Set<number>()
    const stack = [...from]
    for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
      if (seen.has(pc)) continue
      seen.add(pc)
      if (ops[pc] !== step.go) found[pc >>> 5] = (found[pc >>> 5] ?? 0) | (1 << (pc & 31))
      else {
        stack.push(next[pc] ?? 0)
        if ((other[pc] ?? -1) >= 0) stack.push(other[pc] ?? 0)
      }
    }
    return found
  }

  /** One symbol further from `positions`, with the assertions that are true before it; adds what `with` reached. */
  walk(
    positions: Int32Array,
    given: { readonly holds: number; readonly local: number; readonly with: Walked | undefined },
  ): Walked {
    const reached = given.with ? given.with.reached.slice() : new Int32Array(this.#words)
    const accepted = new Set(given.with?.accepted)
    const into = { reached, accepted }
    const todo = this.#todo
    const done = this.#done.fill(0)
    todo.set(positions)
    for (let word = 0; word < this.#words; word++) {
      let bits = (todo[word] ?? 0) & ~(done[word] ?? 0)
      if (bits === 0) continue
      done[word] = (done[word] ?? 0) | bits
      let grew = false
      for (; bits !== 0; bits &= bits - 1) {
        const pc = word * 32 + 31 - Math.clz32(bits & -bits)
        if (this.#take(pc, given, into)) grew = true
      }
      // A true assertion may have added instructions anywhere.
      if (grew) word = -1
    }
    return { reached, accepted: [...accepted].sort((a, b) => a - b) }
  }

  /** Takes one instruction. @returns whether it is a true assertion, so that there is more to do */
  #take(
    pc: number,
    given: { readonly holds: number; readonly local: number },
    into: { readonly reached: Int32Array; readonly accepted: Set<number> },
  ): boolean {
    const { ops, next, detail, members } = this.#program
    const what = detail[pc] ?? 0
    const op = ops[pc]
    if (op === step.class) {
      if (members[what]?.[given.local] === 1) join(into.reached, this.#closure(next[pc] ?? 0))
      return false
    }
    if (op === step.match) {
      into.accepted.add(what)
      return false
    }
    if ((what & given.holds) === 0) return false
    join(this.#todo, this.#closure(next[pc] ?? 0))
    return true
  }

  #closure(pc: number): Int32Array {
    return (this.#closures[pc] ??= this.closureOf([pc]))
  }
}

function join(into: Int32Array, other: Int32Array): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) | (other[word] ?? 0)
}
