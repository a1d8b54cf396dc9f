import { dateOf } from '#channels/date-of.ts'
import { z } from 'zod'
import type { CapturedEdit } from '#kernel/captured-event.ts'
import { attachmentMark, bodyOf } from './content.ts'
import { type AgentMessage } from './fields.ts'

/** A text of a message, and when it got it; and what is left of the rest, where the agent says so. */
export type Version = Pick<CapturedEdit, 'body' | 'attachments' | 'structured'> & { readonly at: Date }

/** Apple counts from 2001, in seconds. Zero means that there is no time. */
const appleEpoch = Date.UTC(2001, 0, 1)
const dateOfApple = (seconds: number) => (seconds === 0 ? undefined : dateOf(appleEpoch + seconds * 1_000))

const EditedText = z.object({
  date: z.number(),
  text: z.object({ values: z.tuple([z.object({ string: z.string() })]).rest(z.unknown()) }),
})
const Versions = z.array(EditedText)

/** The texts of each edited part, from the first. The agent leaves out the number of the part if it is only the first. */
const Summary = z
  .tuple([z.object({ editedContent: z.union([Versions, z.record(z.string(), Versions)]) })])
  .transform(([{ editedContent }]) =>
    Array.isArray(editedContent) ? [editedContent] : Object.values(editedContent),
  )

/**
 * Every text of an edited message, from the one it was sent with to the latest that it had; undefined if the agent does not
 * report them, or in a way from which the texts of the whole message do not follow: of several edited parts, or of a part that
 * is not in the current text. Source: BlueBubbles Server, and `bplist.ts` of node-typedstream.
 */
export function historyOf(message: AgentMessage): readonly Version[] | undefined {
  const { dateEdited, dateRetracted, messageSummaryInfo } = message
  if (!dateOf(dateEdited) && !dateOf(dateRetracted)) return undefined
  const parts = Summary.safeParse(messageSummaryInfo).data?.filter(({ length }) => length > 0) ?? []
  const [texts, ...others] = parts
  if (!texts || others.length > 0) return undefined
  const around = whatSurrounds(textOf(texts.at(-1)), message)
  const versions = texts.flatMap((edited): Version[] => {
    const at = dateOfApple(edited.date)
    return around && at ? [{ at, body: around.join(textOf(edited)) || null }] : []
  })
  return versions.length === texts.length ? versions : undefined
}

/** The message with the text that it was sent with, as far as the agent reports it. */
export function asSent(message: AgentMessage): AgentMessage {
  const [sent] = historyOf(message) ?? []
  return sent ? { ...message, text: sent.body ?? '' } : message
}

export function isUnsent(message: AgentMessage): boolean {
  if (dateOf(message.dateRetracted)) return true
  // Older systems do not count the parts.
  return bodyOf(message) === null && (message.partCount ?? message.attachments.length) === 0
}

/** The text before and after the edited part. Of a message that was unsent, nothing is left. */
function whatSurrounds(latest: string, message: AgentMessage): string[] | undefined {
  const now = bodyOf(message)
  if (now === null) return isUnsent(message) ? ['', ''] : undefined
  const around = latest === '' ? [] : now.split(latest)
  return around.length === 2 ? around : undefined
}

/** As the agent gives the text of a message. */
const textOf = (edited: z.infer<typeof EditedText> | undefined) =>
  edited?.text.values[0].string.replaceAll(attachmentMark, '').trim() ?? ''
