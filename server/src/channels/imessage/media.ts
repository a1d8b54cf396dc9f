import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { outcomeOfAnswer } from '#channels/fetched-medium.ts'
import { callErrorCode } from '#platform/public-fetch.ts'
import { callAgent } from './agent.ts'
import type { Agent } from './settings.ts'

const scheme = 'attachment:'
const filmEnding = '/live'

/** The address of an attachment in a message: only its guid, because the agent may move and its password may change. */
export const addressOfMedium = (guid: string) => scheme + encodeURIComponent(guid.toWellFormed())

/** The address of the film of a Live Photo, by the guid of its picture. */
export const addressOfFilm = (guid: string) => addressOfMedium(guid) + filmEnding

/**
 * Fetches an attachment from the account's agent, as it was sent: without `original`, the agent converts pictures and
 * recordings. The agent answers 500 while Messages has not downloaded the file from Apple, which may take hours. Of a
 * film that is not on the Mac it says that there is none.
 */
export async function fetchMedia(
  url: string,
  agent: Agent | undefined,
  { maxBytes, timeoutMs, silenceMs, extraHosts = [], attempt }: MediaLimits,
): Promise<MediaOutcome> {
  const isFilm = url.endsWith(filmEnding)
  const encoded = url.startsWith(scheme)
    ? url.slice(scheme.length, isFilm ? -filmEnding.length : undefined)
    : ''
  // Anything else, and dots, which a URL resolves, would lead elsewhere at the agent.
  if (!/^(?!\.+$)[\w.~!*'()%-]+$/.test(encoded)) return { outcome: 'gap', reason: 'host-refused' }
  if (!agent) return { outcome: 'retry', reason: 'not-configured' }
  try {
    const answer = await callAgent(agent, `attachment/${encoded}/${isFilm ? 'live' : 'download'}`, {
      ...(!isFilm && { query: { original: 'true' } }),
      timeoutMs,
      silenceMs,
      maxBytes,
      extraHosts,
    })
    return await outcomeOfAnswer(answer, attempt)
  } catch (error) {
    // Even a private address is worth another try: it is a setting, and people may correct it.
    return { outcome: 'retry', reason: callErrorCode(error) }
  }
}
