/** “@name” in comments. */
import { listReviewers } from '@verbatim/contract/reviewers.ts'
import type { EventId, UserId } from '@verbatim/contract/ids.ts'
import type { EntitySource } from '#lists/entities.ts'

export interface Mentioned {
  readonly id: UserId
  readonly name: string
}

const mostOffered = 8

/** The users who see an event, and can be mentioned in its comments. */
export function mentionableOn(eventId: EventId): EntitySource<Mentioned> {
  return {
    key: ['users', 'mentionable', eventId],
    find: (api, text, signal) =>
      api(
        listReviewers,
        { query: { eventId, may: 'view', limit: mostOffered, ...(text && { search: text }) } },
        signal,
      ),
  }
}

/** An `@` at the start of a word, and up to three words of a name that is being typed after it. */
const typing = /(?<=^|[\s([{“"'])@(\p{L}[^\s@]*(?: [^\s@]+){0,2}|)$/u

/** The mention that is being typed before the caret. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | undefined {
  const found = typing.exec(text.slice(0, caret))
  return found ? { start: found.index, typed: found[1] ?? '' } : undefined
}

/** Whether each word that is typed begins a word of the name, whatever its case and accents. */
export function isNamed(name: string, typed: string): boolean {
  const words = wordsOf(name)
  return wordsOf(typed).every((begun) => words.some((word) => word.startsWith(begun)))
}

const wordsOf = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/u).filter(Boolean)

/** The text and caret after the mention before the caret is completed. */
export function withMention(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const said = `@${name} `
  const rest = text.slice(caret).replace(/^ /, '')
  return { text: `${text.slice(0, start)}${said}${rest}`, caret: start + said.length }
}

/** The chosen people whose names are still in the text. */
export const stillMentioned = (text: string, people: readonly Mentioned[]): Mentioned[] =>
  people.filter(({ name }) => text.includes(`@${name}`))

/** The text in parts, with separate mentions. */
export function partsOf(
  text: string,
  people: readonly Mentioned[],
): { readonly text: string; readonly isMention: boolean }[] {
  // The longer name first, because “@Ann Lee” is not “@Ann”.
  const names = people.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return [{ text, isMention: false }]
  const either = new RegExp(`(${names.map((name) => RegExp.escape(name)).join('|')})`, 'u')
  return text
    .split(either)
    .flatMap((part, n) => (part === '' ? [] : [{ text: part, isMention: n % 2 === 1 }]))
}
