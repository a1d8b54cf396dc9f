import { fold } from '@verbatim/matcher/folding/fold.ts'
import { createHash } from 'node:crypto'

/**
 * A number for the words of a text, equal for texts that differ only in case, accents, width or spaces. It reveals nothing about the
 * words. A signed 64-bit integer in decimal digits.
 */
export function wordsKey(text: string): string {
  const words = fold(text).text.replaceAll(/\s+/gu, ' ').trim()
  return createHash('sha256').update(words).digest().readBigInt64BE().toString()
}
