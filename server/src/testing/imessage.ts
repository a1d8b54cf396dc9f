import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import { imessage } from '#channels/imessage/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'

/** An account that is not connected. */
export const imessageAccount: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'imessage',
  address: { kind: 'phone', value: '+14155550142' },
  ourDomains: [],
  settings: {},
  secrets: {},
}

/** Where its agent delivers. */
export const imessageAddress = `https://hooks.acme.test/hooks/imessage/${imessageAccount.id}`

export const storedBytes = (body: Uint8Array): StoredDelivery => ({
  headers: {},
  contentType: 'application/json',
  receivedAt: new Date(0),
  body,
})
export const storedEvent = (event: unknown) => storedBytes(Buffer.from(JSON.stringify(event)))

/** What the connector reads in an event of the agent. */
export const parseEvent = (event: unknown) =>
  imessage.parse(storedEvent(event), imessageAccount) as CapturedEvent[]
