import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { MediaCredentials } from './media.ts'

/** The credentials that Twilio issues for an account. */
export const TwilioSecrets = z.object({
  /** The tokens that sign deliveries. Two during a rotation. */
  authTokens: z.array(z.string()).default([]),
  accountSid: z.string().default(''),
  /** For the REST interface, if they are set; otherwise the account and its token. */
  apiKey: z.string().optional(),
  apiSecret: z.string().optional(),
})

/** Credentials for everything of one account in the REST interface. */
export interface RestCredentials extends MediaCredentials {
  readonly accountSid: string
}

export function authTokensOf({ secrets }: Pick<ChannelAccount, 'secrets'>): readonly string[] {
  return TwilioSecrets.parse(secrets).authTokens
}

export function mediaCredentialsOf({ secrets }: Pick<ChannelAccount, 'secrets'>): MediaCredentials {
  const { accountSid, authTokens, apiKey, apiSecret } = TwilioSecrets.parse(secrets)
  return { user: apiKey ?? accountSid, password: apiSecret ?? authTokens[0] ?? '' }
}

/** Undefined until there is an account with a key or a token. A key needs its own secret: a token does not fit it. */
export function restCredentialsOf(secrets: ChannelAccount['secrets']): RestCredentials | undefined {
  const { data } = TwilioSecrets.safeParse(secrets)
  if (!data || !/^AC[0-9a-f]{32}$/i.test(data.accountSid)) return undefined
  const { accountSid, authTokens, apiKey, apiSecret } = data
  if (apiKey && apiSecret) return { accountSid, user: apiKey, password: apiSecret }
  const token = authTokens.find((one) => one !== '')
  return token ? { accountSid, user: accountSid, password: token } : undefined
}
