import { fold } from '@verbatim/matcher/folding/fold.ts'
import { createHash } from 'node:crypto'

/**
 * A number of the words of a text, equal for texts that differ in case, accents, width or spaces alone. It says nothing about the
 * words. A signed 64-bit integer in decimal digits.
 */
export function wordsKey(text: string): string {
  const words = fold(text).text.replaceAll(/\s+/gu, ' ').trim()
  return createHash('sha256').update(words).digest().readBigInt64BE().toString()
}
