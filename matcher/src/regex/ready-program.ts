/** A program laid out for running: one array per part of its instructions. */
import { asciiView, type CharClass } from './char-class.ts'
import type { Look, Program } from './regex-program.ts'
import type { Assertion } from './regex-node.ts'

/** Numbers for the operations, so that the loop switches on integers. */
export const op = {
  class: 0,
  split: 1,
  assert: 2,
  look: 3,
  save: 4,
  back: 5,
  mark: 6,
  moved: 7,
  match: 8,
} as const

export interface ReadyProgram {
  readonly ops: Uint8Array
  readonly first: Int32Array
  readonly second: Int32Array
  readonly sets: readonly ReadySet[]
  readonly asserts: readonly Assertion[]
  readonly looks: readonly (Omit<Look, 'program'> & { readonly program: ReadyProgram })[]
  readonly slots: number
  readonly remembers: boolean
  readonly hasEmptyLoops: boolean
}

interface ReadySet {
  readonly set: CharClass
  readonly ascii: Uint8Array
}

export function ready({ code, slots, remembers, hasEmptyLoops }: Program): ReadyProgram {
  const ops = new Uint8Array(code.length)
  const first = new Int32Array(code.length)
  const second = new Int32Array(code.length)
  const sets: ReadySet[] = []
  const asserts: Assertion[] = []
  const looks: ReadyProgram['looks'][number][] = []
  code.forEach((instruction, pc) => {
    ops[pc] = op[instruction.op]
    if ('next' in instruction) first[pc] = instruction.next
    if (instruction.op === 'split') {
      first[pc] = instruction.first
      second[pc] = instruction.second
    } else if (instruction.op === 'class') {
      second[pc] = sets.push({ set: instruction.set, ascii: asciiView(instruction.set).ascii }) - 1
    } else if (instruction.op === 'assert') second[pc] = asserts.push(instruction.that) - 1
    else if (instruction.op === 'look') {
      const { look } = instruction
      second[pc] = looks.push({ ...look, program: ready(look.program) }) - 1
    } else if (instruction.op === 'back') second[pc] = instruction.group * 2 + (instruction.anyCase ? 1 : 0)
    else if (instruction.op !== 'match') second[pc] = instruction.slot
  })
  return { ops, first, second, sets, asserts, looks, slots, remembers, hasEmptyLoops }
}
