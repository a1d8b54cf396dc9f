/** Words for what a message holds, on screens and in the mails to archives. */
import type { MessageFlag } from './message-flags.ts'

/** The text shown for a missing text. Never stored. Source: docs/rules/channels.md. */
const placeholders: Readonly<Record<string, string>> = {
  image: 'Image',
  audio: 'Audio',
  voice: 'Voice message',
  video: 'Video',
  file: 'File',
  sticker: 'Sticker',
  location: 'Location',
  contact: 'Contact card',
  poll: 'Poll',
  interactive: 'Buttons or a form',
  link: 'Link',
  transcript: 'Transcript',
  deleted: 'Message deleted',
  system: 'System message',
  unsupported: 'This kind of content is not supported. It is kept as received.',
  missing: 'Original message not captured',
}

const flagWords: Readonly<Record<MessageFlag, string>> = {
  autoReply: 'automatic reply',
  encrypted: 'encrypted',
  unparsed: 'could not be read · kept as received',
  partlyParsed: 'read in part · kept as received',
  viewOnce: 'view once',
  disappearing: 'disappearing',
  missing: 'original not captured',
  contradicted: 'copies differ · all are kept',
  forwarded: 'forwarded',
  undecrypted: 'could not be decrypted · requested again',
  foreignChange: 'tried to change a message of someone else',
  reusedId: 'another email has the same id',
  late: 'arrived more than an hour after it was sent',
  clockSkew: 'the time that it was sent cannot be right',
  edited: 'edited',
}
const flagWordsByName: Readonly<Record<string, string>> = flagWords

/** The description of a message without a text. */
export const contentWord = (contentType: string) => placeholders[contentType] ?? 'No text'

/** What a message is shown as, within a sentence: "text", "poll". */
export function contentKind(contentType: string): string {
  const word = placeholders[contentType] ?? 'Text'
  return word.charAt(0).toLowerCase() + word.slice(1)
}

/** What is special about a message, in words. */
export const flagTexts = (flags: readonly string[]) => flags.map((flag) => flagWordsByName[flag] ?? flag)

/**
 * Content that is not text, as lines: every value in it, however deep, under the names that lead to it. Names are written as
 * words, and elements of a list are numbered.
 */
export function contentFacts(structured: Readonly<Record<string, unknown>> | undefined): [string, string][] {
  return Object.entries(structured ?? {}).flatMap(([name, value]) => factsIn(wordsOf(name), value))
}

function factsIn(label: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object')
    return [[label, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]]
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object')
    if (isPlain) return value.length > 0 ? [[label, value.join(', ')]] : []
    return value.flatMap((one, index) => factsIn(value.length > 1 ? `${label} ${index + 1}` : label, one))
  }
  return Object.entries(value).flatMap(([name, one]) => factsIn(`${label} ${wordsOf(name)}`, one))
}

const wordsOf = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

const deletionWords: Readonly<Record<string, string>> = {
  everyone: 'deleted by sender · kept',
  admin: 'deleted by an administrator · kept',
  'owner-local': 'deleted on the owner’s device · kept',
}

/** By whom and for whom a message was deleted, in words. */
export const deletionText = (scope: string) => deletionWords[scope] ?? 'deleted · kept'
