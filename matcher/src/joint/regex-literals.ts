/**
 * What a regex requires of a text: one of a few literals, and characters of certain kinds. Both may only err towards
 * "it may match". Literals are in folded form, because they are searched in folded text together with the phrases; only
 * characters whose folding no neighbour can change are used.
 */
import { asciiView, fewMembers, perlClass } from '#regex/char-class.ts'
import { chanceOfAny, type Presence, presenceOf, united } from './char-presence.ts'
import { foldedPhrase } from '#phrase-text.ts'
import type { RegexNode } from '#regex/regex-node.ts'

interface Requirements {
  /** At least one of these occurs in the folded text; undefined if no set is rare enough to be useful. */
  readonly literals: readonly string[] | undefined
  /** The text as written has at least one character of each of these, rarest first. */
  readonly characters: readonly Presence[]
}

export function requirementsOf(root: RegexNode): Requirements {
  const { exact, required } = analyse(root)
  const best = rarest(exact, required)
  return {
    literals: best && chanceOf(best) <= usefulChance ? best : undefined,
    characters: charactersOf(root),
  }
}

/** A set of literals with a higher probability than this at any place of a text costs more than it saves. */
const usefulChance = 2 ** -9
/** How many kinds of characters are worth testing. */
export const mostCharacterSets = 4
const mostLiterals = 256
const mostCombined = 64
const longestLiteral = 24

interface Analysis {
  /** All the strings that the node can match, if they are few. */
  readonly exact: readonly string[] | undefined
  /** Each match starts, or ends, with one of these; `['']` means anything. */
  readonly prefix: readonly string[]
  readonly suffix: readonly string[]
  /** Each match contains one of these. */
  readonly required: readonly string[] | undefined
}

const anything: Analysis = { exact: undefined, prefix: [''], suffix: [''], required: undefined }

function exactly(strings: readonly string[]): Analysis {
  return { exact: strings, prefix: strings, suffix: strings, required: strings }
}

function analyse(node: RegexNode): Analysis {
  switch (node.kind) {
    case 'class':
      return analyseClass(node)
    case 'group':
      return analyse(node.node)
    case 'sequence':
      return analyseSequence(node.nodes.map(analyse))
    case 'either':
      return analyseEither(node.nodes.map(analyse))
    case 'repeat':
      return analyseRepeat(node)
    case 'back':
      return anything
    case 'empty':
    case 'assert':
    case 'look':
      return exactly([''])
  }
}

const isSpace = perlClass('s')

function analyseClass({ set }: Extract<RegexNode, { kind: 'class' }>): Analysis {
  if (JSON.stringify(set.ranges) === JSON.stringify(isSpace?.ranges) && !set.negated) return exactly([' '])
  const members = fewMembers(set, 10)
  if (!members?.every(foldsAlone)) return anything
  return exactly(unique(members.map((point) => foldedPhrase(String.fromCodePoint(point)))))
}

/** ASCII, Latin with accents, Cyrillic, Han: a following mark cannot turn them into another letter. */
function foldsAlone(point: number): boolean {
  if (point < 0x80) return true
  if (point === 0x212a || point === 0x17f) return true
  return (
    (point >= 0xc0 && point <= 0x24f) ||
    (point >= 0x400 && point <= 0x45f) ||
    (point >= 0x4e00 && point <= 0x9fff)
  )
}

function analyseSequence(parts: readonly Analysis[]): Analysis {
  let run: readonly string[] = ['']
  let prefix: readonly string[] | undefined
  let required: readonly string[] | undefined
  for (const part of parts) {
    const joined = part.exact && joinedSets(run, part.exact)
    if (joined) {
      run = joined
      continue
    }
    const ended = joinedSets(run, part.prefix) ?? run
    prefix ??= ended
    required = rarest(rarest(required, ended), part.required)
    run = part.suffix
  }
  required = rarest(required, run)
  if (!prefix) return exactly(run)
  return { exact: undefined, prefix, suffix: run, required }
}

function analyseEither(parts: readonly Analysis[]): Analysis {
  const all = (pick: (part: Analysis) => readonly string[] | undefined) => {
    const sets = parts.map(pick)
    if (sets.some((set) => set === undefined)) return undefined
    const joined = unique(sets.flatMap((set) => set ?? []))
    return joined.length <= mostLiterals ? joined : undefined
  }
  const exact = all((part) => part.exact)
  if (exact) return exactly(exact)
  return {
    exact: undefined,
    prefix: all((part) => part.prefix) ?? [''],
    suffix: all((part) => part.suffix) ?? [''],
    required: all((part) => rarest(part.exact, part.required)),
  }
}

function analyseRepeat({ node, min, max }: Extract<RegexNode, { kind: 'repeat' }>): Analysis {
  const once = analyse(node)
  const spaces = once.exact?.length === 1 && once.exact[0] === ' '
  // Runs of white space count as one in searches for phrases and literals.
  if (spaces) return exactly(min > 0 ? [' '] : ['', ' '])
  if (min === 0) return max === 1 && once.exact ? exactly(unique(['', ...once.exact])) : anything
  let repeated: readonly string[] | undefined = once.exact
  for (let i = 1; i < min && repeated; i++) {
    const longer = once.exact && joinedSets(repeated, once.exact)
    if (!longer) return { exact: undefined, prefix: repeated, suffix: repeated, required: repeated }
    repeated = longer
  }
  if (repeated && min === max) return exactly(repeated)
  if (repeated) return { exact: undefined, prefix: repeated, suffix: repeated, required: repeated }
  return { exact: undefined, prefix: once.prefix, suffix: once.suffix, required: once.required }
}

/** Every string of the one followed by every string of the other; undefined if these are too many or too long. */
function joinedSets(left: readonly string[], right: readonly string[]): readonly string[] | undefined {
  if (left.length * right.length > mostCombined && left.length > 1 && right.length > 1) return undefined
  const joined = new Set<string>()
  for (const a of left) {
    for (const b of right) {
      const both = (a.endsWith(' ') ? a.trimEnd() + ' ' + b.trimStart() : a + b).replace(/ {2,}/g, ' ')
      if (both.length > longestLiteral && a !== '' && b !== '') return undefined
      joined.add(both)
    }
  }
  return joined.size <= mostLiterals ? [...joined] : undefined
}

function unique(strings: readonly string[]): readonly string[] {
  return [...new Set(strings)]
}

function rarest(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!a || !b) return a ?? b
  return chanceOf(a) <= chanceOf(b) ? a : b
}

/** Roughly the probability that one of the strings occurs at a given place of a chat message. */
function chanceOf(strings: readonly string[]): number {
  let chance = 0
  for (const string of strings) {
    let bits = 0
    for (const character of string) bits += bitsOf(character)
    chance += 2 ** -bits
  }
  return chance
}

function bitsOf(character: string): number {
  if (character === ' ') return 1.5
  if ('etaoinsrh'.includes(character)) return 3.5
  if (character >= 'a' && character <= 'z') return 4.5
  if (character === '.' || character === ',' || character === "'") return 5
  if (character >= '0' && character <= '9') return 6
  return 9
}

/** For each character that every match must have, its possible values; the rarest few. */
function charactersOf(root: RegexNode): readonly Presence[] {
  const distinct = new Map(needs(root).map((set) => [set.join(','), set]))
  return [...distinct.values()]
    .map((set) => ({ set, chance: chanceOfAny(set) }))
    .filter(({ chance }) => chance < 0.97)
    .sort((a, b) => a.chance - b.chance)
    .slice(0, mostCharacterSets)
    .map(({ set }) => set)
}

function needs(node: RegexNode): readonly Presence[] {
  switch (node.kind) {
    case 'class':
      return [presenceOf(asciiView(node.set))]
    case 'group':
      return needs(node.node)
    case 'sequence':
      return node.nodes.flatMap(needs)
    case 'repeat':
      return node.min > 0 ? needs(node.node) : []
    case 'look':
      return node.negative ? [] : needs(node.node)
    case 'either': {
      const rarestOfEach = node.nodes.map((one) => rarestOf(needs(one)))
      return rarestOfEach.every((set) => set !== undefined) ? [united(rarestOfEach)] : []
    }
    case 'empty':
    case 'assert':
    case 'back':
      return []
  }
}

function rarestOf(sets: readonly Presence[]): Presence | undefined {
  return sets.reduce<Presence | undefined>(
    (best, set) => (best && chanceOfAny(best) <= chanceOfAny(set) ? best : set),
    undefined,
  )
}
