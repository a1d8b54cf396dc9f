import { beforeEach } from 'vitest'
import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { ListedMessage, ListingLimits } from '#channels/provider-calls.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { twilioAccount } from './twilio-accounts.ts'
import { type FakeTwilio, openFakeTwilio } from './fakes/twilio.ts'

export const apiKey = { sid: `SK${'a'.repeat(32)}`, secret: 'fake-api-secret' }
export const person = '+14155550100'
export const secretsOf = ({ accountSid, authToken }: FakeTwilio) => ({ accountSid, authTokens: [authToken] })
export const at = (time: string) => new Date(`2026-04-14T${time}Z`)
const day = { from: at('00:00:00'), before: new Date('2026-04-15T00:00:00Z') }

interface Asked extends Partial<ListingLimits> {
  from?: Date
  before?: Date
  page?: string
  at?: FakeTwilio
}

export const keysOf = (messages: readonly ListedMessage[]) => messages.map(({ messageKey }) => messageKey)
export const kept = (body: Uint8Array, contentType: string) => ({
  headers: {},
  receivedAt: new Date(0),
  body,
  contentType,
})

/** Twilio for each test, and how its messages are listed and read. */
export function setUpListing(prepare: (twilio: FakeTwilio) => void) {
  let twilio: FakeTwilio
  beforeEach(async () => {
    twilio = await openFakeTwilio({ apiKey })
    prepare(twilio)
    return () => twilio.close()
  })

  const accountOf = ({ channel }: ChannelConnector, given: Partial<ChannelAccount> = {}): ChannelAccount =>
    twilioAccount({
      channel,
      secrets: secretsOf(twilio),
      ...given,
    })

  const list = (connector: ChannelConnector, given?: Partial<ChannelAccount>, asked: Asked = {}) => {
    const { from = day.from, before = day.before, page, at = twilio, ...limits } = asked
    const within = {
      timeoutMs: 5000,
      mostItems: 1000,
      maxBytes: 1_000_000,
      extraHosts: [at.host, at.contentHost],
      ...limits,
    }
    return connector.listing!.list(accountOf(connector, given), { from, before, page }, within)
  }

  /** All pages, as their messages. */
  async function listAll(
    connector: ChannelConnector,
    given?: Partial<ChannelAccount>,
    asked: Asked = {},
  ): Promise<ListedMessage[][]> {
    const pages: ListedMessage[][] = []
    for (let page: string | undefined; pages.length < 100;) {
      const outcome = await list(connector, given, { ...asked, ...(page !== undefined && { page }) })
      if (outcome.outcome !== 'page') throw new Error(outcome.reason)
      pages.push([...outcome.messages])
      page = outcome.next
      if (page === undefined) break
    }
    return pages
  }

  const read = (connector: ChannelConnector, { body, contentType }: ListedMessage) =>
    connector.parse(kept(body, contentType), accountOf(connector)) as CapturedEvent[]

  const readWebhook = (connector: ChannelConnector, fields: Record<string, string>) => {
    const { body = '', headers } = twilio.request('https://hooks.acme.test/1', fields)
    const contentType = headers['content-type'] ?? ''
    return connector.parse(kept(Buffer.from(body), contentType), accountOf(connector)) as CapturedEvent[]
  }

  return { accountOf, list, listAll, read, readWebhook }
}
