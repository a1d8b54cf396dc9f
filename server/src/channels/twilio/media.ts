import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { notFoundAttempts, outcomeOfAnswer } from '#channels/fetched-medium.ts'
import { callErrorCode, callProvider, isExtraHost, PrivateAddress } from '#platform/public-fetch.ts'
import type { ExtraHosts, ProviderAnswer } from '#platform/public-fetch.ts'
import { type BasicCredentials, callAuthorized } from './authorized-call.ts'

const maxRedirects = 3

/**
 * Fetches a medium from Twilio. The first address must be Twilio's own, also if the message names another; the content network
 * it redirects to may have any public name, but gets no credentials.
 */
export async function fetchMedia(
  url: string,
  credentials: BasicCredentials,
  limits: MediaLimits,
): Promise<MediaOutcome> {
  const { timeoutMs, silenceMs, maxBytes, extraHosts = [] } = limits
  const first = URL.canParse(url) ? new URL(url) : undefined
  if (!first || !isProviderHost(first, extraHosts)) return { outcome: 'gap', reason: 'host-refused' }
  const end = performance.now() + timeoutMs
  try {
    let address = first
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const isOwnHost = address.host === first.host
      const within = Math.max(1, Math.round(end - performance.now()))
      const call = { timeoutMs: within, silenceMs, maxBytes, extraHosts }
      const answer = isOwnHost
        ? await callAuthorized(address, credentials, call)
        : await callProvider(address, call)
      const next = redirectOf(answer, address)
      if (isGone(answer, { isOwnHost, attempt: limits.attempt })) return { outcome: 'gap', reason: 'gone' }
      if (!next) return await outcomeOfAnswer(answer, limits.attempt)
      address = next
    }
    return { outcome: 'gap', reason: 'too-many-redirects' }
  } catch (error) {
    if (error instanceof PrivateAddress) return { outcome: 'gap', reason: 'host-refused' }
    return { outcome: 'retry', reason: callErrorCode(error) }
  }
}

/**
 * Twilio's own host also forbids for a while, such as to a closed account or a key that may not read media; and the content network
 * does when an address has run out.
 */
function isGone(
  { status }: ProviderAnswer,
  { isOwnHost, attempt = 1 }: { readonly isOwnHost: boolean; readonly attempt: number | undefined },
): boolean {
  return status === 410 || (status === 403 && !isOwnHost && attempt >= notFoundAttempts)
}

function redirectOf({ status, location }: ProviderAnswer, from: URL): URL | undefined {
  if (status < 301 || status > 308 || !location) return undefined
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined
}

function isProviderHost(url: URL, extraHosts: ExtraHosts): boolean {
  if (isExtraHost(url, extraHosts)) return true
  return url.protocol === 'https:' && url.port === '' && /^(?:[\w-]+\.)*twilio\.com$/.test(url.hostname)
}
