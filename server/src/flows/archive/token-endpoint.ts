import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { jsonOf } from '#kernel/json.ts'
import { callErrorCode, callProvider, type ExtraHosts } from '#platform/public-fetch.ts'

/** Who asks for an access token, and where. */
interface TokenClient {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** Without it, the client asks for itself. */
  readonly refreshToken: string | undefined
}

type Given =
  | {
      readonly accessToken: string
      readonly until: Date
      /** The next one, where each can be used once. */
      readonly refreshToken: string | undefined
    }
  | { readonly problem: 'token'; readonly answer: string }

const limits = { timeoutMs: 10_000, maxBytes: 64 * 1024 }
/** A server need not say how long a token is valid. */
const usualSeconds = 300
const mostSeconds = 24 * 3_600

const Answer = z.object({
  access_token: z.string().min(1).max(16_000),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: z.string().min(1).max(16_000).optional().catch(undefined),
})
const Refusal = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) })

/** Asks for an access token as RFC 6749 has it. It never throws: every failure is an answer, which names no secret. */
export async function askForToken(
  { url, clientId, clientSecret, scope, refreshToken }: TokenClient,
  { extraHosts, now }: Clock & { readonly extraHosts: ExtraHosts },
): Promise<Given> {
  const form = new URLSearchParams({
    ...(refreshToken === undefined
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: refreshToken }),
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope && { scope }),
  })
  const asked = now()
  const refused = (answer: string): Given => ({ problem: 'token', answer: answer.slice(0, 500) })
  try {
    const { status, bytes } = await callProvider(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      ...limits,
      extraHosts,
    })
    const json = jsonOf(bytes)
    const answer = Answer.safeParse(json)
    if (status === 200 && answer.success) {
      const { access_token: accessToken, expires_in: said = usualSeconds, refresh_token: next } = answer.data
      const until = new Date(asked.getTime() + Math.min(said, mostSeconds) * 1_000)
      return { accessToken, until, refreshToken: next }
    }
    const refusal = Refusal.safeParse(json)
    if (!refusal.success) return refused(`The token endpoint answered ${status} without a token.`)
    const { error, error_description: description } = refusal.data
    return refused(description ? `${error}: ${description}` : error)
  } catch (error) {
    return refused(`The token endpoint could not be asked: ${callErrorCode(error)}.`)
  }
}
