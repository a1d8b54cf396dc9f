import { channelsOfApplication } from '#channels/registry.ts'
import type { Said } from '#domains/messages/facts.ts'
import { putMentions } from '#domains/messages/off-channel-commands.ts'
import { putPromises } from '#domains/messages/promise-commands.ts'
import type { RemarkKind } from '#domains/messages/remark-reading.ts'
import { findShown, type Shown } from '#domains/messages/shown.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Finders } from './find.ts'

type Text = Pick<Shown, 'messageId' | 'revision' | 'text' | 'saidAt'>
type Keep = (tx: TenantTx, shown: readonly Text[], finders: Finders) => Promise<void>

/** How the remarks of each kind are kept, of texts that the messages show. */
export const remarks: Readonly<Record<RemarkKind, Keep>> = {
  promises: (tx, shown, finders) =>
    putPromises(
      tx,
      shown.map(({ messageId, revision, text, saidAt }) => ({
        messageId,
        revision,
        promise: finders.promises(text, saidAt),
      })),
    ),
  'off-channel': (tx, shown, finders) =>
    putMentions(
      tx,
      shown.map(({ messageId, revision, text, saidAt }) => ({
        messageId,
        revision,
        mentions: finders['off-channel'](text, saidAt).map((one) => ({
          way: one.way,
          channels: one.way === 'app' ? channelsOfApplication(one.app) : [],
        })),
      })),
    ),
}

/**
 * Keeps what new texts say that is counted, in the transaction that stores the texts: promises of the organization's people, and
 * mentions of all to go on elsewhere.
 * @param finders Have read the new texts before.
 */
export async function recordRemarks(tx: TenantTx, said: readonly Said[], finders: Finders): Promise<void> {
  const shown = await findShown(tx, said)
  const ours = shown.filter(({ direction }) => direction === 'outbound')
  await remarks.promises(tx, ours, finders)
  await remarks['off-channel'](tx, shown, finders)
}
