import { counted } from './counted.ts'
import { numberText } from './dates.ts'

/** The count is shown in the last fifth of the limit. */
const shownParts = 5

/**
 * How many characters are left, if few, or how many are too many; otherwise undefined.
 * Counted like in the contract. Source: docs/rules/limits.md.
 */
export function limitWords(value: string, limit: number): string | undefined {
  const left = limit - value.trim().length
  if (left < 0) return `${counted(-left, 'character')} over the limit of ${numberText(limit)}`
  return left * shownParts <= limit ? `${counted(left, 'character')} remaining` : undefined
}
