/** How far messages came, and who has read them. */
import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { CapturedStatus, Identity } from '#kernel/captured-event.ts'
import type { Envelope } from './envelope.ts'
import { aboutMessage } from './lines.ts'
import { identify, shortKeyOf, sourceOf } from './people.ts'

export function toReceipts(
  { when, isDelivery, isRead, isViewed, timestamps }: NonNullable<Envelope['receiptMessage']>,
  envelope: Envelope,
  account: ChannelAccount,
): CapturedStatus[] {
  const state = isViewed ? 'viewed' : isRead ? 'read' : isDelivery ? 'delivered' : undefined
  if (!state) return []
  const reader = identify(sourceOf(envelope), account)
  const isOwn = reader.value === account.address.value
  return (timestamps ?? []).slice(0, mostReceipts).map((timestamp) => ({
    ...toStatus({ author: 'owner', timestamp }, account, {
      state,
      recipient: reader,
      when: when ?? envelope.timestamp,
    }),
    ...(!isOwn && { unconfirmed: true as const }),
  }))
}

/** The apps send no receipt of more messages; what others send must not become any number of events. */
const mostReceipts = 500

export function toStatus(
  sent: Parameters<typeof shortKeyOf>[1],
  account: ChannelAccount,
  { state, recipient, when }: { state: string; recipient: Identity; when: number | null | undefined },
): CapturedStatus {
  const targetKey = shortKeyOf(account, sent)
  const at = dateOf(when)
  return {
    kind: 'status',
    channel: account.channel,
    targetKey,
    eventKey: `s|${targetKey}|${recipient.value}|${state}`,
    about: aboutMessage(sent, account),
    actor: recipient,
    recipient,
    state,
    ...(at && { at }),
  }
}
