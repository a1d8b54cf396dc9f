import type { MessageId } from '@verbatim/contract/ids.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { findMessages } from '#domains/messages/queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** The messages of a link, in the order of their IDs. */
export async function findListed(
  tx: TenantTx,
  reader: AccessScope,
  { filter, period }: Pick<Drilldown, 'filter' | 'period'>,
  now: Date,
): Promise<MessageId[]> {
  const asked = parseListQuery(messageList, {
    limit: '200',
    ...(filter !== undefined && { filter }),
    ...(period !== undefined && { period }),
  })
  const { items } = await findMessages(tx, reader, asked as never, { now, withAttachments: false })
  return items.map(({ id }) => id).toSorted()
}
