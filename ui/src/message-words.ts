import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import type { TextRange } from './ranges.ts'

/** The text shown for a missing text. Never stored. Source: docs/rules/channels.md. */
const placeholders: Record<string, string> = {
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
}

const flagWords: Record<string, string> = {
  autoReply: 'automatic reply',
  encrypted: 'encrypted',
  unparsed: 'could not be read · kept as received',
  partlyParsed: 'read in part · kept as received',
  viewOnce: 'view once',
  disappearing: 'disappearing',
  placeholder: 'original not captured',
  suspicious: 'changed without an edit',
  forwarded: 'forwarded',
  undecrypted: 'could not be decrypted · asked for once more',
  foreignChange: 'tried to change a message of someone else',
  reusedId: 'another mail has the same id',
}

/** The words shown instead of a text; undefined if the attachments are enough. */
export function placeholderOf({ contentType, attachments }: ThreadMessage): string | undefined {
  return attachments.length > 0 ? undefined : contentWord(contentType)
}

/** The description of a message without a text. */
export const contentWord = (contentType: string) => placeholders[contentType] ?? 'No text'

export const flagTexts = (flags: readonly string[]) => flags.map((flag) => flagWords[flag] ?? flag)

/** A message that was sent, and did not arrive. */
export const failedStates: readonly string[] = ['failed', 'undelivered', 'canceled']

const deletionWords: Record<string, string> = {
  everyone: 'deleted by sender · kept',
  admin: 'deleted by an administrator · kept',
  'owner-local': 'deleted on the owner’s device · kept',
}

export const deletionText = (scope: string) => deletionWords[scope] ?? 'deleted · kept'

/** The parts of structured content that become one line each. */
export function structuredLines(structured: Record<string, unknown> | undefined): [string, string][] {
  return Object.entries(structured ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase(), String(value)]]
      : [],
  )
}

/** Reactions for display, each once with its people. */
export function reactionGroups(reactions: ThreadMessage['reactions']): { value: string; by: string[] }[] {
  const groups = Map.groupBy(reactions, ({ value }) => value)
  return [...groups].map(([value, given]) => ({ value, by: given.map(({ by }) => by) }))
}

/** A match in one revision of a message's text, or in its subject. Offsets of search matches are for the newest revision. */
export interface EvidenceMark {
  readonly part: 'text' | 'subject' | 'other' | 'attachment'
  /** For `attachment`: in its text. */
  readonly attachmentId?: string | undefined
  /** For `other`: the index among the message's other texts. */
  readonly other?: number | undefined
  readonly revision: number
  readonly start: number
  readonly end: number
  /** Whether it is the current one. */
  readonly isCurrent?: boolean
}

/** The marks of evidence in the text of one revision. */
export function evidenceRanges(marks: readonly EvidenceMark[], revision: number): TextRange[] {
  return marks.filter((mark) => mark.part === 'text' && mark.revision === revision).map(toRange)
}

/** The marks in a subject, which are the same in every revision. */
export function subjectRanges(
  { subjectHighlights }: Pick<ThreadMessage, 'subjectHighlights'>,
  marks: readonly EvidenceMark[],
): TextRange[] {
  return [
    ...subjectHighlights.map((range) => ({ ...range, tone: 'hit' as const })),
    ...marks.filter(({ part }) => part === 'subject').map(toRange),
  ]
}

/** The marks in another text of a mail, by its index. */
export function otherRanges(marks: readonly EvidenceMark[], index: number): TextRange[] {
  return marks.filter(({ part, other }) => part === 'other' && other === index).map(toRange)
}

/** Highlights in the text of an attachment. */
export function attachmentRanges(marks: readonly EvidenceMark[], attachmentId: string): TextRange[] {
  return marks.filter((mark) => mark.part === 'attachment' && mark.attachmentId === attachmentId).map(toRange)
}

function toRange({ start, end, isCurrent }: EvidenceMark): TextRange {
  return { start, end, tone: isCurrent ? 'current' : 'evidence' }
}

/** The revision shown in `message.body`. */
export const newestRevision = ({ versions }: ThreadMessage) => versions.at(-1)?.revision ?? 1
