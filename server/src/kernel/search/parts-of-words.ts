import { looksOf } from '@verbatim/matcher/folding/alphabets.ts'
import {
  joinsWhatFollows,
  joinsWhatPrecedes,
  leavesNothing,
} from '@verbatim/matcher/folding/fold-character.ts'
import { fold } from '@verbatim/matcher/folding/fold.ts'
import { eachToken, kinds, longestWord } from './tokens.ts'

/** The condition on the words of a text that contains some characters. */
export type PartOfWords =
  | { readonly word: string }
  | { readonly beginning: string }
  /** A `like` pattern for words, and the same with the ends of the word if they are known. */
  | { readonly looks: string; readonly edged: string }

/** Whether the search text lies at the very beginning or end of the text. */
interface Edges {
  readonly begins?: boolean
  readonly ends?: boolean
}

/**
 * Conditions on the words of every text that contains `sought` in any case and position. A text may meet all of them without
 * containing `sought`, so candidates must be checked. Empty if words give no condition.
 */
export function partsOfWords(sought: string, { begins = false, ends = false }: Edges = {}): PartOfWords[] {
  const { text, isCutBefore, isCutAfter } = withoutLooseEnds(sought)
  const folded = fold(text).text
  const tokens: Token[] = []
  eachToken(folded, (start, end, kind) => void tokens.push({ start, end, kind }))
  const opensBefore = isCutBefore || !begins
  const opensAfter = isCutAfter || !ends
  return tokens.flatMap(({ start, end, kind }, i): PartOfWords[] => {
    const word = folded.slice(start, end)
    const before = opensBefore && start === 0
    const after = opensAfter && end === folded.length
    if (kind === kinds.pair) return [{ word }]
    if (kind === kinds.tail || kind === kinds.single)
      // At the end, another character may follow and form a pair with it, so only the pair before it is known.
      return after ? (kind === kinds.tail ? [] : [{ beginning: word }]) : [{ word }]
    // The place where a long word is cut depends on where it begins.
    if (isOfCutWord(tokens, i)) return []
    if (!before && !after) return [{ word }]
    const looks = looksOf(word)
    return [
      {
        looks: `${before ? '%' : ''}${likeLiteral(looks)}${after ? '%' : ''}`,
        edged: `${before ? '' : wordBegins}${looks}${after ? '' : wordEnds}`,
      },
    ]
  })
}

/** Marks the ends of a word; occurs in no word. */
const wordBegins = '\u0001'
const wordEnds = '\u0002'

interface Token {
  readonly start: number
  readonly end: number
  readonly kind: number
}

function isOfCutWord(tokens: readonly Token[], at: number): boolean {
  const { start = 0, end = 0 } = tokens[at] ?? {}
  return end - start > longestWord - 2 || tokens.some((other) => other.end === start && isLong(other))
}

const isLong = ({ start, end }: Token) => end - start > longestWord - 2

/** Removes characters at the edge that would combine with unknown neighbours into another character. */
function withoutLooseEnds(sought: string) {
  const characters = Array.from(sought)
  const from = endOfLoose(characters, joinsWhatPrecedes)
  const to = characters.length - endOfLoose(characters.slice(from).toReversed(), joinsWhatFollows)
  return {
    text: characters.slice(from, to).join(''),
    isCutBefore: from > 0,
    isCutAfter: to < characters.length,
  }
}

/** How many characters at this edge may join unknown text, across accents and other marks that do not separate them. */
function endOfLoose(characters: readonly string[], joins: (character: string) => boolean): number {
  let end = 0
  for (const [i, character] of characters.entries())
    if (joins(character)) end = i + 1
    else if (!leavesNothing(character) && !joinsWhatPrecedes(character)) break
  return end
}

const likeLiteral = (text: string) => text.replace(/[\\%_]/g, '\\$&')
