import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { toFetched } from '#channels/fetched-medium.ts'
import { askDaemon, daemonOf, isUserError } from './daemon.ts'

const scheme = 'attachment:'
const notFoundAttempts = 4

/** The address of an attachment in a message: the daemon finds it by its id and its conversation. */
export function addressOfMedium(
  id: string,
  within: { readonly groupId: string } | { readonly recipient: string },
): string {
  return `${scheme}${new URLSearchParams({ id: id.toWellFormed(), ...within }).toString()}`
}

const Content = z.object({ data: z.base64() })

/** Asks the daemon for an attachment that it downloaded when its message arrived. */
export async function fetchMedia(
  url: string,
  account: ChannelAccount,
  limits: MediaLimits,
): Promise<MediaOutcome> {
  const asked = url.startsWith(scheme) ? new URLSearchParams(url.slice(scheme.length)) : undefined
  // The daemon makes a path of the id.
  if (!asked || !/^[\w-]+(?:\.[\w-]+)*$/.test(asked.get('id') ?? ''))
    return { outcome: 'gap', reason: 'host-refused' }
  const daemon = daemonOf(limits)
  if (!daemon) return { outcome: 'retry', reason: 'not-configured' }
  const params = { account: account.address.value, ...Object.fromEntries(asked) }
  // In base64, four bytes for three.
  const maxBytes = Math.ceil((limits.maxBytes * 4) / 3) + 10_000
  const answer = await askDaemon(daemon, 'getAttachment', params, { maxBytes })
  if ('away' in answer)
    return answer.away === 'too-large'
      ? { outcome: 'gap', reason: 'too-large' }
      : { outcome: 'retry', reason: answer.away }
  const { data: content } = Content.safeParse('result' in answer ? answer.result : undefined)
  if (content) return toFetched(Buffer.from(content.data, 'base64'), '')
  // Such as that Signal was asked too often: that says nothing of the file.
  if ('error' in answer && !isUserError(answer.error))
    return { outcome: 'retry', reason: `error${answer.error.code}` }
  if ((limits.attempt ?? 1) >= notFoundAttempts) return { outcome: 'gap', reason: 'not-found' }
  return { outcome: 'retry', reason: 'not-found' }
}
