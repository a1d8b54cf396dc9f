import { beforeEach } from 'vitest'
import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { CallLimits, ConnectLimits } from '#channels/provider-calls.ts'
import { sms, whatsapp } from '#channels/twilio/connector.ts'
import { withMemory } from './connect-limits.ts'
import { phone, twilioAccount } from './twilio-accounts.ts'
import { type FakeTwilio, openFakeTwilio } from './fakes/twilio.ts'

export const endpoint = 'https://hooks.acme.test/hooks/sms/01890000-0000-7000-8000-000000000001'
export const apiKey = { sid: `SK${'a'.repeat(32)}`, secret: 'fake-api-secret' }

/** Twilio for each test, and the connection of a number and of a sender to us. */
export function setUpConnections(prepare: (twilio: FakeTwilio) => void) {
  let twilio: FakeTwilio
  let memory: ReturnType<typeof withMemory>
  beforeEach(async () => {
    memory = withMemory({ timeoutMs: 5000 })
    twilio = await openFakeTwilio({ apiKey })
    prepare(twilio)
    return () => twilio.close()
  })

  const limits = (given: Partial<CallLimits> = {}): CallLimits => ({
    timeoutMs: 5000,
    extraHosts: [twilio.host],
    ...given,
  })

  const accountOf = ({ channel }: ChannelConnector, given: Partial<ChannelAccount> = {}): ChannelAccount =>
    twilioAccount({
      channel,
      secrets: {
        accountSid: twilio.accountSid,
        authTokens: [twilio.authToken],
        apiKey: apiKey.sid,
        apiSecret: apiKey.secret,
      },
      ...given,
    })

  const connect = (
    connector: ChannelConnector,
    given?: Partial<ChannelAccount>,
    { url = endpoint, ...within }: Partial<ConnectLimits> & { url?: string } = {},
  ) => {
    const remembered = () => Promise.resolve({ ...memory.settings, ...given?.settings })
    const asked = { ...memory, remembered, ...limits(within), ...within }
    return connector.connection!.connect(accountOf(connector, given), url, asked)
  }

  const disconnect = (
    connector: ChannelConnector,
    given?: Partial<ChannelAccount>,
    { url = endpoint, ...within }: Partial<CallLimits> & { url?: string } = {},
  ) => connector.connection!.disconnect(accountOf(connector, given), url, limits(within))

  /** Connects, and returns the settings to remember. */
  async function connected(connector: ChannelConnector, settings = {}): Promise<Record<string, unknown>> {
    const outcome = await connect(connector, { settings })
    if (outcome.outcome !== 'done') throw new Error(outcome.reason)
    return { ...settings, ...outcome.settings }
  }

  /** What was remembered before an answer. */
  const remembered = () => memory.settings

  const changes = () => twilio.rest.calls.filter((call) => call.startsWith('POST'))

  /** The two channels, each with its number in the fake and the fields of its hooks there. */
  const kinds = [
    {
      name: 'a number',
      connector: sms,
      add: (hooks: Record<string, string> = {}, at = phone) => twilio.rest.addNumber(at, hooks),
      hooks: (row: Record<string, unknown>) => row,
      address: phone,
      url: 'sms_url',
      method: 'sms_method',
      fallback: 'sms_fallback_url',
      other: 'GET',
    },
    {
      name: 'a sender',
      connector: whatsapp,
      add: (hooks: Record<string, string> = {}, at = phone) => twilio.rest.addSender(at, { webhook: hooks }),
      hooks: (row: Record<string, unknown>) => row.webhook as Record<string, unknown>,
      address: `whatsapp:${phone}`,
      url: 'callback_url',
      method: 'callback_method',
      fallback: 'fallback_url',
      other: 'PUT',
    },
  ]

  return { limits, accountOf, connect, disconnect, connected, remembered, changes, kinds }
}
