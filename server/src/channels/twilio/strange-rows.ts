/** Rows of the Messages list in a form that is not known. They are kept as they came, and shown as messages that could not be read: so they hold back no others. */
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ListedMessage, ListedTime } from '#channels/provider-calls.ts'
import { fieldsOf } from './fields.ts'
import { identify } from './identity.ts'
import { bytesOf, MessageRow, sentAtOf } from './listed.ts'
import { isMessageSid, toUnsupported } from './message.ts'

const contentType = 'application/json'

/** What is known of any row, as far as it is there. */
const Part = z.string().catch('')
const Parts = z.object({
  sid: Part,
  direction: Part,
  status: Part,
  from: Part,
  to: Part,
  date_created: Part,
  date_sent: Part,
})

const isRecord = (row: unknown): row is object =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
/** Anything else has no parts. */
const asRecord = (row: unknown): object => (isRecord(row) ? row : { row })

export const partsOf = (row: unknown): z.output<typeof Parts> => Parts.parse(asRecord(row))

/** The rows of a page in the form that is known, and the others. */
export function sortRows(rows: readonly unknown[]): {
  readonly known: readonly MessageRow[]
  readonly strange: readonly unknown[]
} {
  const known: MessageRow[] = []
  const strange: unknown[] = []
  for (const row of rows) {
    const { data } = MessageRow.safeParse(row)
    if (data) known.push(data)
    else strange.push(row)
  }
  return { known, strange }
}

/** None if it is of another time. One whose time is not known is not counted. By its id it is known whether its message is stored. */
export function toStrange(
  row: unknown,
  account: ChannelAccount,
  { from, before }: Pick<ListedTime, 'from' | 'before'>,
  media?: readonly unknown[],
): ListedMessage[] {
  const { sid, direction, ...times } = partsOf(row)
  const sentAt = sentAtOf(times)
  if (sentAt && (sentAt < from || sentAt >= before)) return []
  const body = bytesOf(asRecord(row), media)
  const fields = fieldsOf(body, contentType)?.[0] ?? new Map<string, string>()
  return [
    {
      messageKey: toUnsupported(fields, { ...account, identify }, body).messageKey,
      ...(isMessageSid(sid) && direction === 'inbound' && { deliveredAs: { key: sid } }),
      sentAt: sentAt ?? from,
      ...(!sentAt && { isAside: true as const }),
      contentType,
      body,
    },
  ]
}
