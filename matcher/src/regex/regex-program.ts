/** A regex tree as a list of instructions, which both the bounded engine and the prefilter run. */
import type { CharClass } from './char-class.ts'
import type { Assertion, RegexNode } from './regex-node.ts'

type Instruction =
  | { readonly op: 'class'; readonly set: CharClass; readonly next: number }
  /** `first` is tried before `second`: leftmost-first, as RE2 and Perl choose. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'assert'; readonly that: Assertion; readonly next: number }
  | { readonly op: 'look'; readonly look: Look; readonly next: number }
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
  | { readonly op: 'back'; readonly group: number; readonly anyCase: boolean; readonly next: number }
  /** Ends a loop's round that consumed nothing since `mark`, because it would otherwise continue forever. */
  | { readonly op: 'mark'; readonly slot: number; readonly next: number }
  | { readonly op: 'moved'; readonly slot: number; readonly next: number }
  | { readonly op: 'match' }

export interface Look {
  readonly program: Program
  readonly negative: boolean
  /** How far behind it may begin; undefined looks ahead. */
  readonly behind: readonly [min: number, max: number] | undefined
}

export interface Program {
  readonly code: readonly Instruction[]
  /** Slots for captures and loop marks: twice the groups, then one per loop. */
  readonly slots: number
  readonly remembers: boolean
  /** A loop whose round may consume nothing returns to its start. */
  readonly hasEmptyLoops: boolean
}

/** More than any real pattern needs; prevents nested repetitions from exploding. */
const mostInstructions = 20_000
const mostBehind = 255

/**
 * @param groups How many groups the regex captures; with 0, captures are left out.
 * @throws SyntaxError if it would be too large, or looks behind without a bound
 */
export function compileProgram(root: RegexNode, groups: number): Program {
  const emitter = new Emitter(groups)
  emitter.emit(root)
  emitter.push({ op: 'match' })
  const { code, slots, hasEmptyLoops } = emitter
  return { code, slots, remembers: groups > 0, hasEmptyLoops }
}

class Emitter {
  readonly code: Instruction[] = []
  readonly #groups: number
  slots: number
  hasEmptyLoops = false

  constructor(groups: number) {
    this.#groups = groups
    this.slots = 2 * (groups + 1)
  }

  push(instruction: Instruction): number {
    if (this.code.length >= mostInstructions) throw new SyntaxError('too large')
    return this.code.push(instruction) - 1
  }

  emit(node: RegexNode): void {
    const next = this.code.length + 1
    switch (node.kind) {
      case 'empty':
        return
      case 'class':
        this.push({ op: 'class', set: node.set, next })
        return
      case 'assert':
        this.push({ op: 'assert', that: node.that, next })
        return
      case 'sequence':
        for (const one of node.nodes) this.emit(one)
        return
      case 'either':
        this.#either(node.nodes)
        return
      case 'repeat':
        this.#repeat(node)
        return
      case 'group':
        this.#group(node.node, node.index)
        return
      case 'look':
        this.push({ op: 'look', look: this.#look(node), next })
        return
      case 'back':
        this.push({ op: 'back', group: node.index, anyCase: node.anyCase, next })
    }
  }

  #group(node: RegexNode, index: number): void {
    if (this.#groups === 0) {
      this.emit(node)
      return
    }
    this.push({ op: 'save', slot: 2 * index, next: this.code.length + 1 })
    this.emit(node)
    this.push({ op: 'save', slot: 2 * index + 1, next: this.code.length + 1 })
  }

  #either(nodes: readonly RegexNode[]): void {
    const exits: { op: 'split'; first: number; second: number }[] = []
    nodes.forEach((node, i) => {
      if (i === nodes.length - 1) {
        this.emit(node)
        return
      }
      const split = { op: 'split' as const, first: this.code.length + 1, second: 0 }
      this.push(split)
      this.emit(node)
      const exit = { op: 'split' as const, first: 0, second: -1 }
      this.push(exit)
      exits.push(exit)
      split.second = this.code.length
    })
    for (const exit of exits) exit.first = this.code.length
  }

  #repeat({ node, min, max, lazy }: Extract<RegexNode, { kind: 'repeat' }>): void {
    for (let i = 0; i < min; i++) this.emit(node)
    if (max === Infinity) {
      this.#loop(node, lazy)
      return
    }
    const splits: { op: 'split'; first: number; second: number }[] = []
    for (let i = min; i < max; i++) {
      const split = { op: 'split' as const, first: 0, second: 0 }
      splits.push(split)
      const at = this.push(split)
      if (lazy) split.second = at + 1
      else split.first = at + 1
      this.emit(node)
    }
    for (const split of splits) {
      if (lazy) split.first = this.code.length
      else split.second = this.code.length
    }
  }

  #loop(node: RegexNode, lazy: boolean): void {
    const split = { op: 'split' as const, first: 0, second: 0 }
    const at = this.push(split)
    const mayBeEmpty = widthOf(node)[0] === 0
    this.hasEmptyLoops ||= mayBeEmpty
    // Without captures, the engine remembers its states, which ends such a loop.
    const guarded = mayBeEmpty && this.#groups > 0
    const slot = guarded ? this.slots++ : 0
    if (guarded) this.push({ op: 'mark', slot, next: this.code.length + 1 })
    this.emit(node)
    if (guarded) this.push({ op: 'moved', slot, next: this.code.length + 1 })
    this.push({ op: 'split', first: at, second: -1 })
    const out = this.code.length
    if (lazy) {
      split.first = out
      split.second = at + 1
    } else {
      split.first = at + 1
      split.second = out
    }
  }

  #look({ node, behind, negative }: Extract<RegexNode, { kind: 'look' }>): Look {
    const width = widthOf(node)
    if (behind && width[1] > mostBehind) throw new SyntaxError('looks behind without a bound')
    return { program: compileProgram(node, 0), negative, behind: behind ? width : undefined }
  }
}

/** Whether a loop's round may be empty, because engines differ on such loops. */
export function mayLoopOnNothing(node: RegexNode): boolean {
  if (node.kind === 'repeat') {
    return (node.max > 1 && widthOf(node.node)[0] === 0) || mayLoopOnNothing(node.node)
  }
  if (node.kind === 'sequence' || node.kind === 'either') return node.nodes.some(mayLoopOnNothing)
  return node.kind === 'group' && mayLoopOnNothing(node.node)
}

/** The fewest and the most code points that a node matches. A back-reference may have any length. */
export function widthOf(node: RegexNode): readonly [min: number, max: number] {
  switch (node.kind) {
    case 'class':
      return [1, 1]
    case 'group':
      return widthOf(node.node)
    case 'back':
      return [0, Infinity]
    case 'sequence':
      return node.nodes.map(widthOf).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
    case 'either': {
      const widths = node.nodes.map(widthOf)
      return [Math.min(...widths.map(([min]) => min)), Math.max(...widths.map(([, max]) => max))]
    }
    case 'repeat': {
      const [min, max] = widthOf(node.node)
      return [min * node.min, max === 0 ? 0 : max * node.max]
    }
    case 'empty':
    case 'assert':
    case 'look':
      return [0, 0]
  }
}
