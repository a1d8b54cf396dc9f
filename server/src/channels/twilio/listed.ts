/** The bytes that we keep of a message in the Messages list, and how they are read: as if its webhook had come. */
import { z } from 'zod'
import { jsonOf } from '#kernel/json.ts'
import { type Fields, isJson } from './fields.ts'
import { dateOf, isMessageSid } from './message.ts'

const text = z.string().nullish()
const number = z.union([z.string(), z.number()]).nullish()

/** A message as the list has it, with everything that we do not read. Source: Twilio, "Message resource". */
export const MessageRow = z.looseObject({
  sid: z.string().refine(isMessageSid),
  direction: z.string(),
  status: z.string(),
  from: text,
  to: text,
  body: text,
  date_created: z.string().refine((written) => dateOf(written) !== undefined),
  date_sent: text,
  date_updated: text,
  num_media: number,
  error_code: number,
})
export type MessageRow = z.output<typeof MessageRow>

const ListedMedium = z.object({ url: z.string(), content_type: text })
export type ListedMedium = z.output<typeof ListedMedium>

const ListedRow = MessageRow.extend({ media: z.array(ListedMedium).default([]) })

/** Nothing was said in these, and they come later than the message: one state of it would have two forms. */
const leftOut = new Set(['price', 'price_unit'])

/** The same bytes for the same state of a message, in whatever order Twilio writes its fields. */
export function bytesOf(row: object, media?: readonly unknown[]): Uint8Array {
  const kept = Object.entries({ ...row, ...(media && { media }) })
    .filter(([name]) => !leftOut.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Buffer.from(JSON.stringify(Object.fromEntries(kept)))
}

/** Until Twilio has sent a message, and for one that it never could, the time when it was asked to. */
export function sentAtOf(row: Pick<MessageRow, 'date_sent' | 'date_created'>): Date | undefined {
  return dateOf(row.date_sent ?? undefined) ?? dateOf(row.date_created)
}

/**
 * A message of the list under the names of the webhook, and its key, which is another one after each change. Undefined for
 * anything else: no delivery of Twilio's own has these names.
 */
export function listedOf(
  body: Uint8Array,
  contentType: string,
): { readonly key: string; readonly fields: Fields } | undefined {
  if (!isJson(contentType)) return undefined
  const { data: row } = ListedRow.safeParse(jsonOf(body))
  if (!row) return undefined
  const named = {
    MessageSid: row.sid,
    From: row.from ?? '',
    To: row.to ?? '',
    Body: row.body ?? '',
    Direction: row.direction,
    SmsStatus: row.status,
    ErrorCode: row.error_code?.toString(),
    DateSent: sentAtOf(row)?.toISOString(),
    Timestamp: row.date_updated,
    NumMedia: row.num_media?.toString(),
  }
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(named)) if (value) fields.set(name, value)
  for (const [at, { url, content_type }] of row.media.entries()) {
    fields.set(`MediaUrl${at}`, url)
    if (content_type) fields.set(`MediaContentType${at}`, content_type)
  }
  return { key: `poll:${row.sid}:${row.date_updated ?? row.date_created}`, fields }
}
