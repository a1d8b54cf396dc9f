/** The flags that a regex sets for itself: `(?i)`, `(?x-s:…)`. */
interface Flags {
  readonly anyCase: boolean
  readonly lines: boolean
  readonly dotAll: boolean
  readonly ungreedy: boolean
  /** White space and comments between the parts of a pattern are ignored. */
  readonly spaced: boolean
}

export const noFlags: Flags = { anyCase: false, lines: false, dotAll: false, ungreedy: false, spaced: false }
const flagNames: Record<string, keyof Flags> = {
  i: 'anyCase',
  m: 'lines',
  s: 'dotAll',
  U: 'ungreedy',
  x: 'spaced',
}
/** Letters after `(?` that are not flags. A group that starts with them is refused as unknown. */
export const notFlags = /^[PCR]/

/** A flag such as `(?n)`, which other engines have. */
export class UnknownFlag extends SyntaxError {
  readonly flag: string

  constructor(flag: string) {
    super(`unknown flag ${flag}`)
    this.flag = flag
  }
}

/** @throws UnknownFlag */
export function flagsSet(before: Flags, on: string, off: string): Flags {
  const flags: Record<keyof Flags, boolean> = { ...before }
  for (const letter of on) flags[flagNamed(letter)] = true
  for (const letter of off) flags[flagNamed(letter)] = false
  return flags
}

function flagNamed(letter: string): keyof Flags {
  const name = flagNames[letter]
  if (!name) throw new UnknownFlag(letter)
  return name
}

/** The flags of a group as written, without those of free spacing. */
export function withoutSpacing(on: string, off: string): string {
  const offLeft = off.replaceAll('x', '')
  return on.replaceAll('x', '') + (offLeft ? `-${offLeft}` : '')
}
