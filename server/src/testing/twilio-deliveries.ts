import { bodyToKeep, type Delivery, type StoredDelivery } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { sms } from '#channels/twilio/connector.ts'
import { twilioAccount } from './twilio-accounts.ts'
import { FakeTwilio } from './fakes/twilio.ts'

export const account = twilioAccount({ secrets: { authTokens: ['fake-auth-token'] } })
export const endpoint = 'https://hooks.acme.test/hooks/sms/01890000-0000-7000-8000-000000000001'
export const twilio = new FakeTwilio(`AC${'0'.repeat(32)}`, 'fake-auth-token')

export type How = Parameters<FakeTwilio['request']>[2]

/** What Twilio sends of these fields. */
export const delivery = (fields: Record<string, string>, how?: How): Delivery => {
  const { url, method, headers, body = '' } = twilio.request(endpoint, fields, how)
  return { url, method, headers, body: Buffer.from(body) }
}

export const stored = (fields: Record<string, string>, how?: How): StoredDelivery => ({
  headers: {},
  receivedAt: new Date(0),
  ...bodyToKeep(delivery(fields, how)),
})

/** The events in a delivery. */
export const parse = (fields: Record<string, string>, how?: How) =>
  sms.parse(stored(fields, how), account) as CapturedEvent[]

export const from = '+14155550100'
export const to = account.address.value
