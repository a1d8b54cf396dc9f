import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { outcomeOfAnswer } from '#channels/fetched-medium.ts'
import { callErrorCode } from '#platform/public-fetch.ts'
import { callAgent } from './agent.ts'
import type { Agent } from './settings.ts'

const scheme = 'attachment:'

/** The address of an attachment in a message: only its guid, because the agent may move and its password may change. */
export const addressOfMedium = (guid: string) => scheme + encodeURIComponent(guid.toWellFormed())

/**
 * Fetches an attachment from the account's agent, as it was sent: without `original`, the agent converts pictures and
 * recordings. The agent answers 500 while Messages has not downloaded the file from Apple, which may take hours.
 */
export async function fetchMedia(
  url: string,
  agent: Agent | undefined,
  { maxBytes, timeoutMs, silenceMs, extraHosts = [], attempt }: MediaLimits,
): Promise<MediaOutcome> {
  const encoded = url.startsWith(scheme) ? url.slice(scheme.length) : ''
  // Anything else, and dots, which a URL resolves, would lead elsewhere at the agent.
  if (!/^(?!\.+$)[\w.~!*'()%-]+$/.test(encoded)) return { outcome: 'gap', reason: 'host-refused' }
  if (!agent) return { outcome: 'retry', reason: 'not-configured' }
  try {
    const answer = await callAgent(agent, `attachment/${encoded}/download`, {
      query: { original: 'true' },
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
