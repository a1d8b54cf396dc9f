import { fold } from '@verbatim/matcher/folding/fold.ts'
import { eachToken } from './tokens.ts'

interface SearchVector {
  /** A PostgreSQL tsvector literal. */
  readonly vector: string
  /**
   * The text was too large for the database to store every word at every place. A search finds it by its words (all that
   * fit), and treats phrases as words.
   */
  readonly partly: boolean
}

/** PostgreSQL's limits on one tsvector. Source: its documentation, "Limitations" of full text search. */
const lastPosition = 16_383
const mostPositions = 255
/** A little under 1 MiB, which covers lexemes, positions and padding. */
const mostBytes = 1_000_000

/**
 * The search vector of a message's texts, the body first. A phrase never continues into the next text.
 * Tens of thousands of chat messages per second; linear.
 */
export function toSearchVector(...texts: readonly (string | null | undefined)[]): SearchVector {
  const folded = texts.map((text) => (text ? fold(text).text : ''))
  const units = folded.reduce((sum, text) => sum + text.length, 0)
  return units <= mostPositions ? { vector: plainVector(folded), partly: false } : limitedVector(folded)
}

/** Too short to reach a limit; the database itself merges repetitions. */
function plainVector(texts: readonly string[]): string {
  let vector = ''
  let position = 0
  for (const text of texts) {
    eachToken(text, (start, end) => {
      position++
      vector += `'${text.slice(start, end)}':${position} `
    })
    position++
  }
  return vector
}

function limitedVector(texts: readonly string[]): SearchVector {
  const positions = new Map<string, number[]>()
  let position = 0
  let bytes = 0
  let partly = false
  for (const text of texts) {
    eachToken(text, (start, end) => {
      position++
      const lexeme = text.slice(start, end)
      const known = positions.get(lexeme)
      if (known) {
        if (known.length >= mostPositions || position > lastPosition || bytes >= mostBytes) partly = true
        else {
          known.push(position)
          bytes += 2
        }
        return
      }
      const size = Buffer.byteLength(lexeme) + 6
      if (bytes + size > mostBytes) {
        partly = true
        return
      }
      bytes += size
      if (position > lastPosition) partly = true
      positions.set(lexeme, position > lastPosition ? [] : [position])
    })
    position++
  }
  const lexemes: string[] = []
  for (const [lexeme, at] of positions)
    lexemes.push(at.length > 0 ? `'${lexeme}':${at.join(',')}` : `'${lexeme}'`)
  return { vector: lexemes.join(' '), partly }
}
