/**
 * Several regexes as one automaton, made deterministic while texts are read: two lookups per character, for any number of
 * regexes. Learnt steps are reused for the next text; when the automaton is full, it forgets them.
 */
import { type Alphabet, endSymbol, skipped } from './char-alphabet.ts'
import { joinPrograms } from './joint-program.ts'
import { dead, JointStates, stuck } from './joint-states.ts'
import type { Marks } from './marks.ts'
import { beginsAt, type Reading } from './regex-outline.ts'
import type { RegexNode } from '#regex/regex-node.ts'

export interface JointAutomaton {
  /**
   * Reads a text and marks where each regex may start: backwards, every such place; forwards, for regexes anchored to the
   * start of the text, that start.
   * @returns how many steps were learnt; -1 if they would be forgotten before they pay off, and marks are missing
   */
  read(symbols: Uint16Array, length: number, marks: Marks): number
}

/**
 * @param roots Outlines, reversed if they are read backwards.
 * @throws SyntaxError if they are too large together
 */
export function makeJointAutomaton(
  roots: readonly RegexNode[],
  alphabet: Alphabet,
  { reading, mostStates }: { readonly reading: Reading; readonly mostStates: number },
): JointAutomaton {
  const program = joinPrograms(roots, alphabet)
  const edge = reading === 'backwards' ? 'text-end' : 'text-start'
  const anchored = roots.every((root) => beginsAt(edge, root))
  const states = new JointStates(program, { reading, anchored, mostStates })
  const read = reading === 'backwards' ? readBackwards : readForwards
  return { read: (symbols, length, marks) => read(states, symbols, length, marks) }
}

function readBackwards(states: JointStates, symbols: Uint16Array, length: number, marks: Marks): number {
  const { localOf } = states
  let row = states.begin()
  let { next } = states
  const madeBefore = states.made
  for (let i = length - 1; i >= -1; i--) {
    const symbol = i < 0 ? endSymbol : (symbols[i] ?? 0)
    if (symbol === skipped) continue
    const local = localOf[symbol] ?? 0
    let to = next[row + local] ?? 0
    if (to > 0) {
      row = to
      continue
    }
    if (to === 0) {
      to = states.advance(row, local, length - i)
      if (to === stuck) return -1
      next = states.next
    }
    if (to === dead) break
    row = to < 0 ? -to : to
    if (to < 0) for (const member of states.accepted(row)) marks.add(member, i + 1)
  }
  states.noteRead(length)
  return states.made - madeBefore
}

function readForwards(states: JointStates, symbols: Uint16Array, length: number, marks: Marks): number {
  const { localOf } = states
  let row = states.begin()
  const madeBefore = states.made
  for (let i = 0; i <= length; i++) {
    const symbol = i === length ? endSymbol : (symbols[i] ?? 0)
    if (symbol === skipped) continue
    const local = localOf[symbol] ?? 0
    let to = states.next[row + local] ?? 0
    if (to === 0) to = states.advance(row, local, i)
    if (to === stuck) return -1
    if (to === dead) break
    row = to < 0 ? -to : to
    if (to < 0) for (const member of states.accepted(row)) marks.add(member, 0)
  }
  states.noteRead(length)
  return states.made - madeBefore
}
