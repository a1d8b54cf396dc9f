import { counted } from './counted.ts'
import { numberText } from './dates.ts'

/** The last fifth of the limit is shown. */
const toldParts = 5

/**
 * How many characters may follow, once there are few, or how many there are too many; undefined where neither matters.
 * Counted as the contract counts. Source: docs/rules/limits.md.
 */
export function limitWords(value: string, limit: number): string | undefined {
  const left = limit - value.trim().length
  if (left < 0) return `${counted(-left, 'character')} over the limit of ${numberText(limit)}`
  return left * toldParts <= limit ? `${counted(left, 'character')} remaining` : undefined
}
