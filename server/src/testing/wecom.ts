import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { CollectedDelivery } from '#channels/collection.ts'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import { wecom } from '#channels/wecom/connector.ts'
import { messageDelivery } from '#channels/wecom/records.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'

/** The account of a corporation. */
export const wecomAccount: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'wecom',
  address: { kind: 'wecom-user', value: 'ww1436e0e65a779aee' },
  ourDomains: [],
  settings: {},
  secrets: {},
}

/** Where WeCom calls. */
export const wecomAddress = `https://hooks.acme.test/hooks/wecom/${wecomAccount.id}`

/** A delivery as it is read back. */
export const asStored = ({ headers = {}, contentType, body }: CollectedDelivery): StoredDelivery => ({
  headers,
  contentType,
  body,
  receivedAt: new Date(0),
})

/** A message of the archive, as it is read back. */
export const archived = (message: unknown, seq = 1): StoredDelivery =>
  asStored(messageDelivery(wecomAccount.address.value, { seq, text: JSON.stringify(message), since: 0 }))

/** What the connector reads in a message of the archive. */
export const parseArchived = (message: unknown) =>
  wecom.parse(archived(message), wecomAccount) as CapturedEvent[]

/** A customer's ID. */
export const customer = 'wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'
let count = 0

/** A message of the archive, with its content. */
export const sent = (content: object, given: object = {}) => ({
  msgid: `m${++count}`,
  action: 'send',
  from: 'LiWei',
  tolist: [customer],
  roomid: '',
  msgtime: 1778745600124,
  ...content,
  ...given,
})

/** The message in an entry of the archive. */
export const parseSent = (content: object, given: object = {}) =>
  parseArchived(sent(content, given))[0] as CapturedMessage
