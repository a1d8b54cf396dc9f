/**
 * A small sentence grammar: `{slot}` means any phrase of that slot, `[…|…]` one of the choices, one of which may be
 * empty.
 */
import type { Category } from '#categories.ts'

export interface Grammar {
  readonly language: string
  /** The phrases of each slot. */
  readonly slots: ReadonlyMap<string, readonly string[]>
  readonly templates: Readonly<Record<Category, readonly string[]>>
}

/** A generator of numbers in [0, 1) that gives the same row for the same seed. */
type Dice = () => number

export function makeDice(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One sentence of a template. @throws RangeError for a slot that the grammar does not have. */
export function expand(template: string, grammar: Grammar, dice: Dice): string {
  let text = template
  for (let depth = 0; depth < 6 && /[[{]/.test(text); depth++) {
    text = text
      .replace(/\[([^[\]]*)\]/g, (_, choices: string) => pick(choices.split('|'), dice))
      .replace(/\{(\w+)\}/g, (_, name: string) => {
        const slot = grammar.slots.get(name)
        if (slot === undefined) throw new RangeError(`no slot ${name} in ${grammar.language}`)
        return pick(slot, dice)
      })
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** Case, end mark and apostrophes as hurried people leave them. */
export function rough(text: string, dice: Dice): string {
  let result = text
  if (dice() < 0.3) result = result.toLowerCase()
  else if (dice() < 0.03) result = result.toUpperCase()
  if (dice() < 0.35) result = result.replace(/[.?!。？！]$/, '')
  if (dice() < 0.1) result = result.replace(/[.!]$/, '!!')
  return result
}

function pick(choices: readonly string[], dice: Dice): string {
  return (choices[Math.floor(dice() * choices.length)] ?? '').trim()
}
