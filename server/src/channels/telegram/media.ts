import { z } from 'zod'
import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { outcomeOfAnswer } from '#channels/fetched-medium.ts'
import { callErrorCode } from '#platform/public-fetch.ts'
import { type BotUnanswered, callBot, downloadFile } from './api.ts'
import type { TelegramFile } from './update.ts'

const scheme = 'telegram-file:'

/** The address of a file in a message: its lasting name, and the one by which this bot asks for it. */
export const addressOfFile = ({ file_unique_id: lasting = '', file_id: id }: TelegramFile) =>
  `${scheme}${encodeURIComponent(lasting.toWellFormed())}/${encodeURIComponent(id.toWellFormed())}`

/** One file has many ids, of which each bot gets others, and one lasting name. */
export function fileAt(url: string): string {
  const [lasting] = url.slice(scheme.length).split('/')
  return url.startsWith(scheme) && lasting ? scheme + lasting : url
}

const File = z.object({ file_path: z.string().optional(), file_size: z.number().optional() })

/** Only names below the bot's own folder. */
const pathForm = /^(?!.*\.\.)[\w-][\w./-]*$/

/**
 * Fetches a file through the bot that received it: Telegram gives its path for an hour, and only up to 20 MiB. The address has
 * the bot's token, so no reason has the address.
 */
export async function fetchFile(
  url: string,
  token: string | undefined,
  limits: MediaLimits,
): Promise<MediaOutcome> {
  const id = idIn(url)
  if (id === undefined) return { outcome: 'gap', reason: 'host-refused' }
  if (!token) return { outcome: 'retry', reason: 'not-configured' }
  const end = performance.now() + limits.timeoutMs
  const asked = await callBot(token, { method: 'getFile', params: { file_id: id }, schema: File }, limits)
  if (asked.outcome !== 'done') return unanswered(asked)
  const { file_path: path, file_size: size = 0 } = asked.value
  if (size > limits.maxBytes) return { outcome: 'gap', reason: 'too-large' }
  if (!path || !pathForm.test(path)) return { outcome: 'retry', reason: 'no-path' }
  const timeoutMs = Math.max(1, Math.round(end - performance.now()))
  try {
    const answer = await downloadFile(token, path, { ...limits, timeoutMs })
    // Telegram's files have no type of their own: the message names it.
    return await outcomeOfAnswer({ ...answer, contentType: '' }, limits.attempt)
  } catch (error) {
    return { outcome: 'retry', reason: callErrorCode(error) }
  }
}

function idIn(url: string): string | undefined {
  if (!url.startsWith(scheme)) return undefined
  const [, encoded, ...more] = url.slice(scheme.length).split('/')
  try {
    return encoded && more.length === 0 ? decodeURIComponent(encoded) : undefined
  } catch {
    return undefined
  }
}

/** A token can be corrected, and a host reached again; a file that is too large or unknown stays so. */
function unanswered(asked: BotUnanswered): MediaOutcome {
  if (asked.outcome === 'retry') return asked
  if (/too big/i.test(asked.description ?? '')) return { outcome: 'gap', reason: 'too-large' }
  if (asked.description !== undefined) return { outcome: 'gap', reason: 'not-found' }
  return { outcome: 'retry', reason: asked.reason }
}
