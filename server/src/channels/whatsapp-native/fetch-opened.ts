import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { postponedBy } from '#channels/unanswered.ts'
import { callErrorCode, callProvider, isExtraHost, PrivateAddress } from '#platform/public-fetch.ts'
import { decrypt, mostOverhead } from './cipher.ts'
import type { Medium } from './medium-address.ts'

export const mediaHost = 'mmg.whatsapp.net'
const host = `https://${mediaHost}`
/** The servers give files only to pages of this origin. */
const origin = 'https://web.whatsapp.com'

/** Fetches an encrypted file from WhatsApp's servers and opens it. They have it for some weeks. */
export async function fetchOpened(
  medium: Medium,
  { maxBytes, timeoutMs, silenceMs, extraHosts = [] }: MediaLimits,
  signal?: AbortSignal,
): Promise<Uint8Array | Exclude<MediaOutcome, { readonly outcome: 'fetched' }>> {
  const url = placeOf(medium, extraHosts)
  if (!url) return { outcome: 'gap', reason: 'host-refused' }
  try {
    const answer = await callProvider(url, {
      headers: { origin },
      timeoutMs,
      ...(silenceMs !== undefined && { silenceMs }),
      maxBytes: maxBytes + mostOverhead,
      extraHosts,
      ...(signal && { signal }),
    })
    const { status, bytes } = answer
    // 403: the signature in the address has expired.
    if ([403, 404, 410].includes(status)) return { outcome: 'gap', reason: 'gone' }
    if (status !== 200) return postponedBy(answer)
    if (!bytes) return { outcome: 'gap', reason: 'too-large' }
    const opened = decrypt(bytes, medium)
    if (!opened) return { outcome: 'retry', reason: 'bytes-differ' }
    return opened.length > maxBytes ? { outcome: 'gap', reason: 'too-large' } : opened
  } catch (error) {
    if (error instanceof PrivateAddress) return { outcome: 'gap', reason: 'host-refused' }
    return { outcome: 'retry', reason: callErrorCode(error) }
  }
}

/** Senders name the place of a file, so it may be nowhere else than at WhatsApp's servers. */
function placeOf({ path, url }: Medium, extraHosts: readonly string[]): URL | undefined {
  const named = url !== undefined && URL.canParse(url) ? new URL(url) : undefined
  if (named && isExtraHost(named, extraHosts)) return named
  if (path === '') return named && named.origin === host ? named : undefined
  if (!URL.canParse(path, host)) return undefined
  const placed = new URL(path, host)
  return path.startsWith('/') && placed.origin === host ? placed : undefined
}
