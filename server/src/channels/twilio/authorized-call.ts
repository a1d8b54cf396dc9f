import { callProvider, type ProviderAnswer, type ProviderCall } from '#platform/public-fetch.ts'

/** Basic credentials of the REST interface: an API key and its secret, or the account and its tokens, of which one may be old. */
export interface BasicCredentials {
  readonly user: string
  readonly passwords: readonly string[]
}

/**
 * Calls Twilio with the first password, and with the next one where Twilio refuses it: while a token is changed, either may be
 * the one that is valid. The time is for all of these calls. Throws what `callProvider` does.
 */
export async function callAuthorized(
  url: URL,
  { user, passwords }: BasicCredentials,
  call: ProviderCall,
): Promise<ProviderAnswer> {
  const end = performance.now() + call.timeoutMs
  const ask = (password: string) => {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const timeoutMs = Math.max(1, Math.round(end - performance.now()))
    return callProvider(url, { ...call, headers: { ...call.headers, authorization }, timeoutMs })
  }
  const [first = '', ...others] = passwords
  let answer = await ask(first)
  for (const next of others) {
    if (answer.status !== 401) break
    answer = await ask(next)
  }
  return answer
}
