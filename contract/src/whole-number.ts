import { z } from 'zod'

/** A number that is none, broken, or below what its field takes at all. Source: docs/rules/texts.md. */
export const wholeNumberText = 'This field accepts only positive numbers'

/**
 * A whole number that a person types, from `from` to `to`.
 * @param unit What is counted, as its message says it: "hours".
 */
export function wholeNumber({ from, to, unit }: { from: number; to: number; unit?: string }) {
  const rangeText = `From ${from} to ${to}${unit ? ` ${unit}` : ''}.`
  return z
    .number({ error: wholeNumberText })
    .int(wholeNumberText)
    .min(Math.min(from, 1), { error: wholeNumberText, abort: true })
    .min(from, rangeText)
    .max(to, rangeText)
}
