import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { MediaCredentials } from './media.ts'

/** What Twilio gives for an account. */
export const TwilioSecrets = z.object({
  /** What deliveries are signed with. Two during a rotation. */
  authTokens: z.array(z.string()).default([]),
  accountSid: z.string().default(''),
  /** For the REST interface, where they are given; the account and its token otherwise. */
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
