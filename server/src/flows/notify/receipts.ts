import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { NotificationId } from '@verbatim/contract/ids.ts'
import type { listNotificationReceipts } from '@verbatim/contract/notifications.ts'
import { isEverything } from '#access/scope.ts'
import { findReceipts } from '#domains/mail/queries.ts'
import { findWaiting, isKnownMail, requireNotification } from '#domains/notifications/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * The newest mails of a notification that are about events within the reader’s scope, and what waits. A subject may count events
 * of others in the same mail, so readers of a part get the words it was made from.
 * @throws Failure `notification.not-found`
 */
export async function findNotificationReceipts(
  tx: TenantTx,
  reader: Pick<Actor, 'scope'>,
  id: NotificationId,
): Promise<OutputOf<typeof listNotificationReceipts>> {
  const { emailSubject } = await requireNotification(tx, id, reader)
  const { waiting, nextMailAt } = await findWaiting(tx, reader.scope, id)
  const receipts = await findReceipts(tx, { kind: 'notification', id, known: isKnownMail(reader.scope, id) })
  const seesAll = reader.scope.some(isEverything)
  return {
    items: receipts.map((receipt) =>
      seesAll || receipt.kind === 'test' ? receipt : { ...receipt, subject: emailSubject },
    ),
    waiting,
    ...(nextMailAt && { nextMailAt: nextMailAt.toISOString() }),
  }
}
