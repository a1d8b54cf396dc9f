import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount } from '#channels/connector.ts'

/** The number of a test's account. */
export const phone = '+14155550142'

/** Of a call by the end of its number or address: `0000` never answers. Every other answer comes, so it has the usual time. */
export const timeFor = (ending: string) => (ending === '0000' ? { timeoutMs: 500 } : {})

/** An account at Twilio. */
export const twilioAccount = (given: Partial<ChannelAccount> = {}): ChannelAccount => ({
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'sms',
  address: { kind: 'phone', value: phone },
  ourDomains: [],
  settings: {},
  secrets: {},
  ...given,
})
