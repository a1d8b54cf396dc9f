/** Several regexes as one list of instructions over an alphabet, from which a joint automaton is built. */
import type { Alphabet } from './char-alphabet.ts'
import { symbolKind } from './char-alphabet.ts'
import { compileProgram } from '#regex/regex-program.ts'
import type { Assertion, RegexNode } from '#regex/regex-node.ts'

export const step = { class: 0, go: 1, assert: 2, match: 3 } as const

export interface JointProgram {
  readonly ops: Uint8Array
  /** The next instruction. */
  readonly next: Int32Array
  /** The alternative of a choice, or -1. */
  readonly other: Int32Array
  /** For a class its index in `members`; for an assertion its bit; for a match its regex. */
  readonly detail: Int32Array
  /** The start of each regex. */
  readonly starts: readonly number[]
  /** The symbols of the alphabet, merged further to those that these regexes distinguish. */
  readonly localOf: Uint8Array
  readonly locals: number
  /** The edge kind of each local symbol, as far as it matters. */
  readonly kinds: Uint8Array
  /** Per class and local symbol 1 if it may be contained. */
  readonly members: readonly Uint8Array[]
}

const mostInstructions = 8000
const assertions: readonly Assertion[] = [
  'text-start',
  'text-end',
  'line-start',
  'line-end',
  'word-edge',
  'no-word-edge',
]
const [textStart, textEnd, lineStart, lineEnd, wordEdge, noWordEdge] = [1, 2, 4, 8, 16, 32]

/** @throws SyntaxError if they are too large together */
export function joinPrograms(roots: readonly RegexNode[], alphabet: Alphabet): JointProgram {
  const programs = roots.map((root) => compileProgram(root, 0).code)
  const size = programs.reduce((sum, code) => sum + code.length, 0)
  if (size > mostInstructions) throw new SyntaxError('too large')
  const ops = new Uint8Array(size)
  const next = new Int32Array(size)
  const other = new Int32Array(size).fill(-1)
  const detail = new Int32Array(size)
  const starts: number[] = []
  const sets: Uint8Array[] = []
  const indexOf = new Map<Uint8Array, number>()
  let asked = 0
  let at = 0
  programs.forEach((code, regex) => {
    const offset = at
    starts.push(offset)
    for (const instruction of code) {
      if ('next' in instruction) next[at] = instruction.next + offset
      ops[at] = step.go
      if (instruction.op === 'split') {
        next[at] = instruction.first + offset
        other[at] = instruction.second < 0 ? -1 : instruction.second + offset
      } else if (instruction.op === 'class') {
        const members = alphabet.membersOf(instruction.set)
        const index = indexOf.get(members) ?? sets.push(members) - 1
        indexOf.set(members, index)
        ops[at] = step.class
        detail[at] = index
      } else if (instruction.op === 'assert') {
        ops[at] = step.assert
        detail[at] = 1 << assertions.indexOf(instruction.that)
        asked |= detail[at] ?? 0
      } else if (instruction.op === 'match') {
        ops[at] = step.match
        detail[at] = regex
      }
      at++
    }
  })
  return { ops, next, other, detail, starts, ...localised(sets, alphabet, asked) }
}

function localised(
  sets: readonly Uint8Array[],
  alphabet: Alphabet,
  asked: number,
): Pick<JointProgram, 'localOf' | 'locals' | 'kinds' | 'members'> {
  const localOf = new Uint8Array(alphabet.size)
  const samples: number[] = []
  const kinds: number[] = []
  const known = new Map<string, number>()
  for (let symbol = 1; symbol < alphabet.size; symbol++) {
    const kind = askedKind(alphabet.kinds[symbol] ?? 0, asked)
    let key = String.fromCharCode(kind)
    for (const members of sets) key += members[symbol] === 1 ? '1' : '0'
    let local = known.get(key)
    if (local === undefined) {
      known.set(key, (local = samples.push(symbol) - 1))
      kinds.push(kind)
    }
    localOf[symbol] = local
  }
  if (samples.length > 256) throw new SyntaxError('too many kinds of characters')
  const members = sets.map((set) => Uint8Array.from(samples, (symbol) => set[symbol] ?? 0))
  return { localOf, locals: samples.length, kinds: Uint8Array.from(kinds), members }
}

/** If no regex tests word edges, a letter is like a comma. The end is always distinct, because it is read only once. */
function askedKind(kind: number, asked: number): number {
  if (kind === symbolKind.word && (asked & (wordEdge | noWordEdge)) === 0) return symbolKind.other
  if (kind === symbolKind.newline && (asked & (lineStart | lineEnd)) === 0) return symbolKind.other
  return kind
}

/** Bits of the assertions that are true between symbols of two kinds. */
export function holding(left: number, right: number): number {
  const { word, newline, outside } = symbolKind
  let bits = (left === word) === (right === word) ? noWordEdge : wordEdge
  if (left === outside) bits |= textStart | lineStart
  if (left === newline) bits |= lineStart
  if (right === outside) bits |= textEnd | lineEnd
  if (right === newline) bits |= lineEnd
  return bits
}
