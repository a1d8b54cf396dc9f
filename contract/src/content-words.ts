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
  foreignChange: 'tried to change someone else’s message',
  reusedId: 'another email has the same ID',
  late: 'arrived late: after an interruption, or more than an hour after it was sent',
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

const deletionWords: Readonly<Record<string, string>> = {
  everyone: 'deleted by sender · kept',
  admin: 'deleted by an administrator · kept',
  'owner-local': 'deleted on the owner’s device · kept',
}

/** By whom and for whom a message was deleted, in words. */
export const deletionText = (scope: string) => deletionWords[scope] ?? 'deleted · kept'
