/**
 * Finds where a text goes on elsewhere: in another application, on a private number or account, in a private mailbox, or not in
 * writing. Without a model, in six languages; how well: `docs/analysis.md`.
 */
import { fold, isHan, ownSentences } from '#own-sentences.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { appIn, type ElsewhereLanguage, telling } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const alphabet: readonly ElsewhereLanguage[] = [english, german, french, spanish, portuguese]

/** How a conversation is to go on; of an application also which one. */
export type Mention =
  | { readonly way: 'private' | 'mail' | 'unwritten' }
  | { readonly way: 'app'; readonly app: string }

/** Each way that a text mentions once, in its order. */
export function findOffChannel(text: string): Mention[] {
  const found = new Map<string, Mention>()
  for (const sentence of ownSentences(text, telling)) {
    const mention = mentionedIn(sentence)
    if (mention) found.set(mention.way === 'app' ? mention.app : mention.way, mention)
  }
  return [...found.values()]
}

function mentionedIn(sentence: string): Mention | undefined {
  if (!telling.test(sentence)) return undefined
  const folded = fold(sentence)
  for (const language of isHan(folded) ? [chinese] : alphabet) {
    const found = mentionIn(folded, language)
    if (found) return found
  }
  return undefined
}

function mentionIn(folded: string, language: ElsewhereLanguage): Mention | undefined {
  const { unless, aside, app, unwritten } = language
  const meant = aside ? folded.replace(aside, '') : folded
  if (!unless.test(meant)) {
    if (language.private.test(meant)) return { way: 'private' }
    if (language.mail.test(meant)) return { way: 'mail' }
    const [named] = app.exec(meant) ?? []
    const which = named === undefined ? undefined : appIn(named)
    if (which !== undefined) return { way: 'app', app: which }
  }
  return unwritten.test(meant) ? { way: 'unwritten' } : undefined
}
