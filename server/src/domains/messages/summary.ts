/**
 * Summaries from a conversation's own sentences. They pick the sentences whose words the conversation repeats most, each
 * next one for words that earlier ones do not contain. No model, no network; the same input gives the same answer.
 */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { fold } from '@verbatim/matcher/folding/fold.ts'
import { eachToken, kinds } from '#kernel/search/tokens.ts'
import { makeByTurns } from '#platform/by-turns.ts'

interface Spoken {
  readonly id: MessageId
  readonly text: string
}

/** A sentence and its place: UTF-16 offsets into its message's text. */
interface Sentence {
  readonly messageId: MessageId
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Picks at most five sentences, in the order of the conversation. Fewer for a short conversation; none for an empty one. Other work runs
 * in between. @param signal Its reader went away: nothing more is read.
 */
export async function summarize(messages: readonly Spoken[], signal?: AbortSignal): Promise<Sentence[]> {
  const read = await makeByTurns(
    messages,
    ({ text }) => text.length,
    (message) => {
      signal?.throwIfAborted()
      return sentencesOf(message)
    },
  )
  const candidates = read.flat()
  const weights = weigh(candidates)
  const wanted = Math.min(5, Math.max(1, Math.ceil(candidates.length / 8)))
  const picked = new Set<Candidate>()
  while (picked.size < wanted) {
    const best = heaviest(candidates, picked, weights)
    if (!best) break
    picked.add(best)
    // Words already covered weigh little from now on.
    for (const word of best.words) weights.set(word, (weights.get(word) ?? 0) * 0.1)
  }
  return candidates
    .filter((candidate) => picked.has(candidate))
    .map(({ messageId, text, start, end }) => ({ messageId, text, start, end }))
}

interface Candidate extends Sentence {
  readonly words: readonly string[]
  /** How well the sentence's form suits a summary, independent of its words. */
  readonly bonus: number
}

const longestSentence = 400
const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })

function sentencesOf({ id, text }: Spoken): Candidate[] {
  const candidates: Candidate[] = []
  for (const { segment, index } of segmenter.segment(text.slice(0, 20_000))) {
    const trimmed = segment.trim()
    if (trimmed === '' || trimmed.length > longestSentence) continue
    const words = [...new Set(wordsOf(trimmed))].filter((word) => !common.has(word))
    if (words.length < 3) continue
    const start = index + segment.indexOf(trimmed)
    const bonus = (/\p{N}/u.test(trimmed) ? 1.2 : 1) * (/[?？]/.test(trimmed) ? 1.1 : 1)
    candidates.push({ messageId: id, text: trimmed, start, end: start + trimmed.length, words, bonus })
  }
  return candidates
}

function wordsOf(text: string): string[] {
  const folded = fold(text).text
  const words: string[] = []
  eachToken(folded, (start, end, kind) => {
    if (kind !== kinds.tail && (kind === kinds.pair || end - start > 1)) words.push(folded.slice(start, end))
  })
  return words
}

/** The weight of a word depends on the share of sentences that contain it; a word in nearly all of them has none. */
function weigh(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words } of candidates) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const total = candidates.length
  return new Map(
    [...counts].map(([word, count]) => {
      const share = count / total
      return [word, total > 10 && share > 0.4 ? 0 : share]
    }),
  )
}

function heaviest(
  candidates: readonly Candidate[],
  picked: ReadonlySet<Candidate>,
  weights: ReadonlyMap<string, number>,
): Candidate | undefined {
  let best: Candidate | undefined
  let bestScore = 0
  for (const candidate of candidates) {
    if (picked.has(candidate)) continue
    const sum = candidate.words.reduce((so, word) => so + (weights.get(word) ?? 0), 0)
    // Between the mean, which favours short sentences, and the sum, which favours long ones.
    const score = (sum / Math.sqrt(candidate.words.length + 4)) * candidate.bonus
    if (score > bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** Words of grammar and greeting, which do not show what a conversation is about. */
const common = new Set(
  [
    'the of and to in is it that you for on with as are be this have from or at by we an not but they all was so if your can will just do me my about there what out up no yes ok okay hi hello hey thanks thank please would could should has had been were them then than when which who how our us he she his her its did get got let know like one too also any some very more now here am im ll ve re don doesn didn isn',
    'le la les de des du un une et est en que qui pour dans ce il elle on ne pas au aux sur avec par plus mais ou vous nous je tu se sont bonjour merci oui non',
    'der die das und ist in zu den mit von fur auf ein eine einen dem nicht sich auch es an als ich sie wir ihr er war im am bei oder aber wie hallo danke bitte ja nein',
    'el los las que y en un una por con para es no se lo su al como mas pero del este esta si hola gracias o os as um uma nao com dos da do na ola obrigado',
  ].flatMap((line) => line.split(' ')),
)
