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

export function authTokensOf({ secrets }: Pick<ChannelAccount, 'secrets'>): readonly string[] {
  return TwilioSecrets.parse(secrets).authTokens
}

export function mediaCredentialsOf({ secrets }: Pick<ChannelAccount, 'secrets'>): MediaCredentials {
  const { accountSid, authTokens, apiKey, apiSecret } = TwilioSecrets.parse(secrets)
  return { user: apiKey ?? accountSid, password: apiSecret ?? authTokens[0] ?? '' }
}
