import { contentFacts } from '@verbatim/contract/content-facts.ts'
import { contentKind, contentWord } from '@verbatim/contract/content-words.ts'
import type { MessageVersion, ThreadMessage } from '@verbatim/contract/messages.ts'
import type { OtherText } from '@verbatim/contract/other-texts.ts'
import type { TextRange } from '#ranges.ts'
import { readable } from '#readable.ts'

/** The words shown instead of a text; undefined if the attachments are enough. */
export function placeholderOf({ contentType, attachments }: ThreadMessage): string | undefined {
  return attachments.length > 0 ? undefined : contentWord(contentType)
}

/** A message that was sent, and did not arrive. */
export const failedStates: readonly string[] = ['failed', 'undelivered', 'canceled']

/** Facts that a bubble shows; more are on the page of the message. */
const mostFacts = 40

/** The lines of structured content. All fields of a kind that is not supported are only in its record. */
export function structuredLines(structured: Record<string, unknown> | undefined): [string, string][] {
  const { fields: _, ...shown } = structured ?? {}
  return contentFacts(shown).slice(0, mostFacts)
}

/** A text of the words in content: one line for each value. */
export const isOfContent = ({ kind }: OtherText) => kind === 'content' || kind === 'card'

/** Highlights in a line of structured content: its words are in further texts of the message. */
export function factRanges(
  { others }: Pick<ThreadMessage, 'others'>,
  marks: readonly EvidenceMark[],
  value: string,
): TextRange[] {
  return others.flatMap((other, index) => {
    const from = isOfContent(other) ? lineAt(other.text, value) : undefined
    if (from === undefined) return []
    return [...otherRanges(marks, index), ...searchRanges(other)]
      .filter(({ start, end }) => start >= from && end <= from + value.length)
      .map((range) => ({ ...range, start: range.start - from, end: range.end - from }))
  })
}

/** Where a value is the whole of a line, or of several. */
function lineAt(text: string, value: string): number | undefined {
  const at = `\n${text}\n`.indexOf(`\n${value}\n`)
  return at < 0 ? undefined : at
}

/** The texts that are listed below a message: words in content are, unless it shows each of their lines. */
export function listedTexts({ others, structured }: Pick<ThreadMessage, 'others' | 'structured'>) {
  const shown = new Set(structuredLines(structured).flatMap(([, value]) => value.split('\n')))
  return others.flatMap((other, index) => {
    const isAbove = isOfContent(other) && other.text.split('\n').every((line) => shown.has(line))
    return isAbove || other.text === '' ? [] : [{ other, index }]
  })
}

export const searchRanges = ({ highlights }: OtherText): TextRange[] =>
  highlights.map((range) => ({ ...range, tone: 'hit' as const }))

/** Names who reacted or deleted as the thread does: some channels name them by their address only. */
export function namedIn(thread: readonly ThreadMessage[]): <M extends ThreadMessage>(message: M) => M {
  const names = new Map(thread.map(({ author }) => [author.address, author.name]))
  const nameOf = (by: string) => names.get(by) ?? by
  return (message) => ({
    ...message,
    reactions: message.reactions.map((reaction) => ({ ...reaction, by: nameOf(reaction.by) })),
    ...(message.deletion?.by !== undefined && {
      deletion: { ...message.deletion, by: nameOf(message.deletion.by) },
    }),
  })
}

/** Reactions for display, each once with its people. */
export function reactionGroups(reactions: ThreadMessage['reactions']): { value: string; by: string[] }[] {
  const groups = Map.groupBy(reactions, ({ value }) => value)
  return [...groups].map(([value, given]) => ({
    value,
    by: given.map(({ by, part }) => (part ? `${readable(by)} (on part ${part})` : readable(by))),
  }))
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

/** The marks in another text of a message, by its index. */
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

/** Whether a version came by a later release that understood the content, and not by an edit. */
export const isReread = ({ reread }: ThreadMessage, { capturedAt }: MessageVersion) =>
  reread?.at === capturedAt

/** What a later release made of a message. */
export const rereadText = ({ contentType }: ThreadMessage) => `now shown as ${contentKind(contentType)}`

/** The files of a version, where versions differ in them. */
export const filesOf = ({ attachments }: ThreadMessage, { attachmentIds = [] }: MessageVersion) =>
  attachments.filter(({ id }) => attachmentIds.includes(id))

/** The revision shown in `message.body`. */
export const newestRevision = ({ versions }: ThreadMessage) => versions.at(-1)?.revision ?? 1
