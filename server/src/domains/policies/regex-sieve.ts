/**
 * The prefilter for regexes without a telling literal (`\b\d{9}\b`): a few of them at a time as one automaton, made
 * deterministic while texts are read. It leaves out what one character at a time cannot tell (edges, look-around,
 * back-references, exact counts above a few), so it may let a regex through that does not match, never the reverse.
 */
import { asciiView, type CharClass, classOf } from './char-class.ts'
import { compileProgram, type Instruction } from './regex-program.ts'
import type { RegexNode } from './regex-syntax.ts'

/** A bit per regex, in the order given. */
export interface Sieve {
  /** Which of the regexes may match in `text`. */
  sift(text: string): number
}

/** A state's bits are one number. */
export const mostInSieve = 30
const mostStates = 8000
/** New states per text before a text is taken to be hostile, and everything let through. */
const mostNewStates = 400
const mostCounted = 10

/** @throws SyntaxError where a regex is too large for a prefilter */
export function makeSieve(roots: readonly RegexNode[]): Sieve {
  const automaton = join(roots.map(loosened))
  const symbols = symbolsOf(automaton.sets)
  const everything = roots.length === 32 ? -1 : 2 ** roots.length - 1
  let states: States | undefined
  return {
    sift(text) {
      if (!states || states.isFull()) states = new States(automaton, symbols)
      return states.run(text, everything)
    },
  }
}

/** The same regex with less to say. */
function loosened(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'class':
    case 'empty':
      return node
    case 'assert':
    case 'look':
      return { kind: 'empty' }
    case 'back':
      return { kind: 'repeat', node: anyChar, min: 0, max: Infinity, lazy: false }
    case 'group':
      return loosened(node.node)
    case 'sequence':
    case 'either':
      return { kind: node.kind, nodes: node.nodes.map(loosened) }
    case 'repeat': {
      const max = node.max > mostCounted ? Infinity : node.max
      return {
        kind: 'repeat',
        node: loosened(node.node),
        min: Math.min(node.min, mostCounted),
        max,
        lazy: false,
      }
    }
  }
}

const anyChar: RegexNode = { kind: 'class', set: classOf({ negated: true }) }

interface Joined {
  readonly code: readonly Instruction[]
  /** Where each regex begins. */
  readonly starts: readonly number[]
  /** Which regex an instruction belongs to. */
  readonly owner: Int32Array
  readonly sets: readonly CharClass[]
  /** The index in `sets` of each instruction that consumes; -1 for others. */
  readonly setOf: Int32Array
}

const mostInstructions = 3000

function join(roots: readonly RegexNode[]): Joined {
  const code: Instruction[] = []
  const starts: number[] = []
  const owners: number[] = []
  const keys = new Map<string, number>()
  const sets: CharClass[] = []
  const setOf: number[] = []
  roots.forEach((root, index) => {
    const offset = code.length
    starts.push(offset)
    for (const instruction of compileProgram(root, 0).code) {
      code.push(moved(instruction, offset))
      owners.push(index)
      setOf.push(instruction.op === 'class' ? indexOfSet(instruction.set) : -1)
    }
  })
  if (code.length > mostInstructions) throw new SyntaxError('too large')
  return { code, starts, owner: Int32Array.from(owners), sets, setOf: Int32Array.from(setOf) }

  function indexOfSet(set: CharClass): number {
    const key = JSON.stringify(set, (_, value: unknown) => (value instanceof RegExp ? value.source : value))
    const known = keys.get(key)
    if (known !== undefined) return known
    keys.set(key, sets.length)
    return sets.push(set) - 1
  }
}

function moved(instruction: Instruction, offset: number): Instruction {
  if (instruction.op === 'split') {
    const second = instruction.second < 0 ? -1 : instruction.second + offset
    return { op: 'split', first: instruction.first + offset, second }
  }
  return instruction.op === 'match' ? instruction : { ...instruction, next: instruction.next + offset }
}

interface Symbols {
  /** ASCII characters that no set tells apart share a symbol; the last one stands for all beyond ASCII. */
  readonly ofAscii: Uint8Array
  readonly count: number
  /** Per set, whether it contains the symbol. */
  readonly members: readonly Uint8Array[]
}

function symbolsOf(sets: readonly CharClass[]): Symbols {
  const views = sets.map(asciiView)
  const known = new Map<string, number>()
  const ofAscii = new Uint8Array(128)
  for (let point = 0; point < 128; point++) {
    const key = views.map((view) => view.ascii[point]).join('')
    const symbol = known.get(key) ?? known.size
    known.set(key, symbol)
    ofAscii[point] = symbol
  }
  const count = known.size + 1
  const members = views.map(({ ascii, beyond }) => {
    const contained = new Uint8Array(count)
    for (let point = 0; point < 128; point++) if (ascii[point] === 1) contained[ofAscii[point] ?? 0] = 1
    contained[count - 1] = beyond ? 1 : 0
    return contained
  })
  return { ofAscii, count, members }
}

/** The deterministic states met so far. */
class States {
  readonly #automaton: Joined
  readonly #symbols: Symbols
  #next: Int32Array
  readonly #accepts = new Int32Array(mostStates)
  readonly #positions: Int32Array[] = []
  readonly #known = new Map<string, number>()
  readonly #seen: Uint8Array
  readonly #start: number

  constructor(automaton: Joined, symbols: Symbols) {
    this.#automaton = automaton
    this.#symbols = symbols
    this.#next = new Int32Array(32 * symbols.count).fill(-1)
    this.#seen = new Uint8Array(automaton.code.length)
    this.#start = this.#stateOf(automaton.starts)
  }

  isFull(): boolean {
    return this.#positions.length > mostStates - mostNewStates - 1
  }

  run(text: string, everything: number): number {
    const { ofAscii, count } = this.#symbols
    let next = this.#next
    const most = this.#positions.length + mostNewStates
    let state = this.#start
    let found = this.#accepts[state] ?? 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      // The second half of a pair belongs to the character of the first.
      if ((unit & 0xfc00) === 0xdc00) continue
      const symbol = unit < 128 ? (ofAscii[unit] ?? 0) : count - 1
      let to = next[state * count + symbol] ?? -1
      if (to < 0) {
        if (this.#positions.length >= most) return everything
        to = this.#advance(state, symbol)
        next = this.#next
      }
      state = to
      found |= this.#accepts[state] ?? 0
      if (found === everything) break
    }
    return found
  }

  #advance(from: number, symbol: number): number {
    const { setOf, starts, code } = this.#automaton
    const { members, count } = this.#symbols
    const reached: number[] = [...starts]
    for (const position of this.#positions[from] ?? []) {
      const instruction = code[position]
      if (instruction?.op !== 'class') continue
      if (members[setOf[position] ?? 0]?.[symbol] === 1) reached.push(instruction.next)
    }
    const to = this.#stateOf(reached)
    this.#next[from * count + symbol] = to
    return to
  }

  /** The state of all positions that can be reached without reading. */
  #stateOf(from: readonly number[]): number {
    const { code, owner } = this.#automaton
    const seen = this.#seen.fill(0)
    const stack = [...from]
    const positions: number[] = []
    let accepts = 0
    for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
      if (pc < 0 || seen[pc] === 1) continue
      seen[pc] = 1
      const instruction = code[pc]
      if (instruction?.op === 'class') positions.push(pc)
      else if (instruction?.op === 'match') accepts |= 1 << (owner[pc] ?? 0)
      else if (instruction?.op === 'split') stack.push(instruction.second, instruction.first)
      else if (instruction) stack.push(instruction.next)
    }
    positions.sort((a, b) => a - b)
    const key = `${positions.join(',')}/${accepts}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const state = this.#positions.push(Int32Array.from(positions)) - 1
    if ((state + 1) * this.#symbols.count > this.#next.length) this.#grow()
    this.#known.set(key, state)
    this.#accepts[state] = accepts
    return state
  }

  #grow(): void {
    const grown = new Int32Array(this.#next.length * 2).fill(-1)
    grown.set(this.#next)
    this.#next = grown
  }
}
