import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import { telegram } from '#channels/telegram/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'

const webhookSecret = 'a-secret-of-more-than-22-characters'

/** A bot that is connected, through which one person receives. */
export const botAccount: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'telegram',
  address: { kind: 'username', value: '@acme_bot' },
  ourDomains: [],
  settings: { botId: '99' },
  secrets: { token: '99:AAF-fake_token_of_35_characters-xyz12', webhookSecret },
  people: ['7001001'],
}

/** The account of that person. */
export const personAccount: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000003'),
  tenantId: botAccount.tenantId,
  channel: 'telegram',
  address: { kind: 'telegram', value: '7001001' },
  ourDomains: [],
  settings: {},
  secrets: {},
  source: botAccount,
}

export const storedBytes = (body: Uint8Array): StoredDelivery => ({
  headers: {},
  contentType: 'application/json',
  receivedAt: new Date(0),
  body,
})

/** What the connector reads in an update. */
export const parseUpdate = (update: unknown, account: ChannelAccount = personAccount) =>
  telegram.parse(storedBytes(Buffer.from(JSON.stringify(update))), account) as CapturedEvent[]
