import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { BasicCredentials } from './authorized-call.ts'

/** The credentials that Twilio issues for an account. */
export const TwilioSecrets = z.object({
  /** The tokens that sign deliveries. Two during a rotation. */
  authTokens: z.array(z.string()).default([]),
  accountSid: z.string().default(''),
  /** For the REST interface, if they are set; otherwise the account and its token. */
  apiKey: z.string().optional(),
  apiSecret: z.string().optional(),
  /** Of Conversations, in which chat users of the organization write. */
  conversationServiceSid: z.string().optional(),
})
type Secrets = z.output<typeof TwilioSecrets>

/** Credentials for everything of one account in the REST interface. */
export interface RestCredentials extends BasicCredentials {
  readonly accountSid: string
}

export function authTokensOf({ secrets }: Pick<ChannelAccount, 'secrets'>): readonly string[] {
  return TwilioSecrets.parse(secrets).authTokens
}

export const mediaCredentialsOf = ({ secrets }: Pick<ChannelAccount, 'secrets'>): BasicCredentials =>
  credentialsIn(TwilioSecrets.parse(secrets))

/** Undefined until there is an account with a key or a token. */
export function restCredentialsOf(secrets: ChannelAccount['secrets']): RestCredentials | undefined {
  const { data } = TwilioSecrets.safeParse(secrets)
  if (!data || !/^AC[0-9a-f]{32}$/i.test(data.accountSid)) return undefined
  const credentials = credentialsIn(data)
  return credentials.passwords.length > 0 ? { accountSid: data.accountSid, ...credentials } : undefined
}

/** Undefined if the organization has none. */
export function conversationServiceOf(secrets: ChannelAccount['secrets']): string | undefined {
  const sid = TwilioSecrets.safeParse(secrets).data?.conversationServiceSid ?? ''
  return /^IS[0-9a-f]{32}$/i.test(sid) ? sid : undefined
}

/** Those of each token alone, whether or not there is a key. */
export function tokenCredentialsOf(secrets: ChannelAccount['secrets']): readonly RestCredentials[] {
  const { accountSid, authTokens } = TwilioSecrets.parse(secrets)
  return tokensOf(authTokens).map((token) => ({ accountSid, user: accountSid, passwords: [token] }))
}

export const isByKey = ({ accountSid, user }: RestCredentials) => user !== accountSid

/** A key needs its own secret: a token does not fit it. */
function credentialsIn({ accountSid, authTokens, apiKey, apiSecret }: Secrets): BasicCredentials {
  if (apiKey && apiSecret) return { user: apiKey, passwords: [apiSecret] }
  return { user: accountSid, passwords: tokensOf(authTokens) }
}

const tokensOf = (authTokens: readonly string[]) => authTokens.filter((token) => token !== '')
