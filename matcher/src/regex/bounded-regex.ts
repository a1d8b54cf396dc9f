/**
 * A regex engine for features that RE2 leaves out: look-around and back-references. It backtracks, but remembers every state
 * that failed, so it takes at most (instructions × text) steps; this does not work for back-references, which only their
 * budget limits. Without either feature it finds exactly what RE2 finds, as the tests check.
 */
import { asciiView, casesOf, contains } from './char-class.ts'
import { OutOfSteps } from './out-of-steps.ts'
import { holds, isInsidePair } from './regex-assertions.ts'
import { op, ready, type ReadyProgram } from './ready-program.ts'
import { compileProgram, type Program } from './regex-program.ts'
import { TriedStates } from './tried-states.ts'
import type { RegexNode } from './regex-node.ts'
import type { ParsedRegex } from './regex-syntax.ts'

/** The remaining steps for one text, shared by everything that runs on it. */
export interface StepBudget {
  steps: number
}

export type Span = readonly [start: number, end: number]

export interface BoundedRegex {
  /**
   * Starts a search of `text`. The result finds the leftmost match at or after an offset, and what it has learnt about
   * the text is reused in the next call; UTF-16 offsets, end exclusive.
   * @param places Where a match may start; without it, anywhere.
   * @throws OutOfSteps from either
   */
  search(text: string, budget: StepBudget, places?: Places): (from: number) => Span | undefined
}

/** The first place at or after an offset; -1 for none. */
export type Places = (from: number) => number

/** @throws SyntaxError */
export function compileBounded({ root, groups }: ParsedRegex): BoundedRegex {
  const compiled = compileProgram(root, hasBack(root) ? groups : 0)
  const program = ready(compiled)
  const begins = beginnings(compiled)
  const run = new Run(program, 'where')
  return {
    search(text, budget, places = (from) => (from <= text.length ? from : -1)) {
      run.begin(text, budget)
      return (from) => {
        for (let start = places(from); start >= 0; start = places(start + 1)) {
          if (begins && begins[text.charCodeAt(start)] === 0) continue
          if (isInsidePair(text, start)) continue
          run.leaveBehind(start)
          const end = run.matchAt(start, undefined)
          if (end >= 0) return [start, end]
        }
        return undefined
      }
    },
  }
}

/** 0 for each ASCII character with which no match starts; undefined if a match may be empty. */
function beginnings({ code }: Program): Uint8Array | undefined {
  const begins = new Uint8Array(128)
  const seen = new Set<number>()
  const stack = [0]
  for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
    if (pc < 0 || seen.has(pc)) continue
    seen.add(pc)
    const instruction = code[pc]
    if (!instruction || instruction.op === 'match' || instruction.op === 'back') return undefined
    if (instruction.op === 'split') stack.push(instruction.first, instruction.second)
    else if (instruction.op !== 'class') stack.push(instruction.next)
    else
      asciiView(instruction.set).ascii.forEach((has, point) => (begins[point] = (begins[point] ?? 0) | has))
  }
  return begins
}

function hasBack(node: RegexNode): boolean {
  if (node.kind === 'back') return true
  if (node.kind === 'sequence' || node.kind === 'either') return node.nodes.some(hasBack)
  return 'node' in node && hasBack(node.node)
}

/** One program over one text. A failed attempt is not repeated, from any position that reaches it. */
class Run {
  readonly #program: ReadyProgram
  #text = ''
  #budget: StepBudget = { steps: 0 }
  /** The states that failed; undefined if captures matter too. */
  readonly #failed: TriedStates | undefined
  /** The states that led to a match, if only that matters, because a look-ahead from the next place takes the same paths. */
  readonly #good: TriedStates | undefined
  /** The states of the current path, if they are worth keeping. */
  readonly #way: number[] = []
  readonly #slots: Int32Array
  readonly #looks: { readonly run: Run; known: Int8Array }[]
  /** Triples: (pc, position, -1 - length of the path) to continue from, or (slot, old value, 0) to restore. */
  #stack = new Int32Array(64)
  #top = 0

  /** @param asks Whether the question is where a match ends, or only whether there is one. */
  constructor(program: ReadyProgram, asks: 'where' | 'whether') {
    this.#program = program
    this.#failed = program.remembers ? undefined : new TriedStates()
    this.#good =
      asks === 'whether' && !program.remembers && !program.hasEmptyLoops ? new TriedStates() : undefined
    this.#slots = new Int32Array(program.slots).fill(-1)
    this.#looks = program.looks.map((look) => ({
      run: new Run(look.program, look.behind ? 'where' : 'whether'),
      known: new Int8Array(0),
    }))
  }

  /** Switches to another text. One run is used for many texts, so that most need no new memory. */
  begin(text: string, budget: StepBudget): void {
    this.#text = text
    this.#budget = budget
    this.#failed?.clear()
    this.#good?.clear()
    for (const look of this.#looks) {
      look.run.begin(text, budget)
      if (look.known.length > text.length && look.known.length <= text.length + mostKept) {
        look.known.fill(0, 0, text.length + 1)
      } else look.known = new Int8Array(text.length + 1)
    }
  }

  /** The end of a match that starts at `start`; -1 for none. With `exactEnd` it must end there. */
  matchAt(start: number, exactEnd: number | undefined): number {
    this.#slots.fill(-1)
    this.#top = 0
    this.#way.length = 0
    this.#push(0, start, -1)
    while (this.#resume()) {
      const end = this.#follow(exactEnd)
      if (end >= 0) return end
    }
    return -1
  }

  /** Matches that start before `start` are no longer searched. */
  leaveBehind(start: number): void {
    this.#failed?.forgetBefore(start * this.#program.ops.length)
    this.#good?.forgetBefore(start * this.#program.ops.length)
    for (const { run } of this.#looks) run.leaveBehind(start)
  }

  /** Failed states are forgotten: after a match, or for another end. */
  forget(): void {
    this.#failed?.clear()
  }

  /** Continues where `#resume` stopped, always with the first choice, until it matches (returns the end) or fails (-1). */
  #follow(exactEnd: number | undefined): number {
    const { ops, first, second } = this.#program
    const failed = this.#failed
    const good = this.#good
    const states = ops.length
    let pc = this.#resumePc
    let at = this.#resumeAt
    while (at >= 0) {
      if (--this.#budget.steps < 0) throw new OutOfSteps()
      const state = at * states + pc
      if (good?.has(state)) return this.#succeeded(at)
      if (failed?.try(state)) return -1
      if (good) this.#way.push(state)
      const operation = ops[pc]
      if (operation === op.match) return this.#ended(at, exactEnd)
      if (operation === op.split) {
        const other = second[pc] ?? -1
        if (other >= 0) this.#push(other, at, -1 - this.#way.length)
      } else at = this.#step(operation ?? 0, second[pc] ?? 0, at)
      pc = first[pc] ?? 0
    }
    return -1
  }

  #ended(at: number, exactEnd: number | undefined): number {
    return exactEnd === undefined || at === exactEnd ? this.#succeeded(at) : -1
  }

  #succeeded(at: number): number {
    if (this.#good) for (const state of this.#way) this.#good.try(state)
    else this.forget()
    return at
  }

  #resumePc = 0
  #resumeAt = 0

  #resume(): boolean {
    while (this.#top > 0) {
      this.#top -= 3
      const a = this.#stack[this.#top] ?? 0
      const b = this.#stack[this.#top + 1] ?? 0
      const way = -1 - (this.#stack[this.#top + 2] ?? 0)
      if (way >= 0) {
        this.#way.length = way
        this.#resumePc = a
        this.#resumeAt = b
        return true
      }
      this.#slots[a] = b
    }
    return false
  }

  /** The next place in the text after one instruction that is not a choice; -1 if it does not match. */
  #step(operation: number, detail: number, at: number): number {
    switch (operation) {
      case op.class:
        return this.#consume(detail, at)
      case op.assert:
        return holds(this.#program.asserts[detail], this.#text, at) ? at : -1
      case op.look:
        return this.#looked(detail, at) ? at : -1
      case op.save:
      case op.mark:
        this.#push(detail, this.#slots[detail] ?? -1, 0)
        this.#slots[detail] = at
        return at
      case op.moved:
        return this.#slots[detail] === at ? -1 : at
      default:
        return this.#repeatCapture(detail, at)
    }
  }

  #consume(index: number, at: number): number {
    if (at >= this.#text.length) return -1
    const ready = this.#program.sets[index]
    if (!ready) return -1
    const unit = this.#text.charCodeAt(at)
    if (unit < 128) return ready.ascii[unit] === 1 ? at + 1 : -1
    const point = this.#text.codePointAt(at) ?? unit
    return contains(ready.set, point) ? at + (point > 0xffff ? 2 : 1) : -1
  }

  #looked(index: number, at: number): boolean {
    const look = this.#program.looks[index]
    const state = this.#looks[index]
    if (!look || !state) return false
    let known = state.known[at] ?? 0
    if (known === 0) {
      known = this.#matches(look, state.run, at) ? 1 : 2
      state.known[at] = known
    }
    return (known === 1) !== look.negative
  }

  #matches(look: ReadyProgram['looks'][number], run: Run, at: number): boolean {
    if (!look.behind) return run.matchAt(at, undefined) >= 0
    const [min, max] = look.behind
    let begin = at
    for (let width = 0; width <= max && begin >= 0; width++) {
      // Each width needs another end, so the failures of one do not apply to the next.
      if (width >= min && run.matchAt(begin, at) >= 0) return true
      run.forget()
      begin -= isInsidePair(this.#text, begin - 1) ? 2 : 1
    }
    return false
  }

  #repeatCapture(detail: number, at: number): number {
    const group = detail >> 1
    const from = this.#slots[2 * group] ?? -1
    const to = this.#slots[2 * group + 1] ?? -1
    if (from < 0 || to < 0) return -1
    const length = to - from
    const wanted = this.#text.slice(from, to)
    const given = this.#text.slice(at, at + length)
    this.#budget.steps -= length
    if (wanted === given) return at + length
    return (detail & 1) === 1 && sameInAnyCase(wanted, given) ? at + length : -1
  }

  #push(a: number, b: number, c: number): void {
    if (this.#top + 3 > this.#stack.length) {
      const grown = new Int32Array(this.#stack.length * 2)
      grown.set(this.#stack)
      this.#stack = grown
    }
    this.#stack[this.#top++] = a
    this.#stack[this.#top++] = b
    this.#stack[this.#top++] = c
  }
}

/** How many bytes of memory a long text may leave for the next one. */
const mostKept = 4096

function sameInAnyCase(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (!casesOf(a.charCodeAt(i)).includes(b.charCodeAt(i))) return false
  }
  return true
}
