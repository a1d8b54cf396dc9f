import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { toFetched } from '#channels/fetched-medium.ts'
import { fetchOpened } from './fetch-opened.ts'
import { mediumAt } from './medium-address.ts'

/** A file of a message, by its address. */
export async function fetchMedia(address: string, limits: MediaLimits): Promise<MediaOutcome> {
  const medium = mediumAt(address)
  if (!medium) return { outcome: 'gap', reason: 'host-refused' }
  const fetched = await fetchOpened(medium, limits)
  return fetched instanceof Uint8Array ? toFetched(fetched, '') : fetched
}
