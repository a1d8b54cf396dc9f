import type { CapturedStatus } from '#kernel/captured-event.ts'
import type { Context } from './delivery.ts'
import { dateOfSeconds, type Fields, numberOf } from './fields.ts'
import { owner, type Person } from './jid.ts'
import { changeOf, type Place, targetOf } from './place.ts'

/** By number: an error, waiting, at the server, delivered, read, played. */
const states: Readonly<Record<number, string>> = {
  0: 'failed',
  2: 'sent',
  3: 'delivered',
  4: 'read',
  5: 'played',
}

/** How far a message came that the owner sent, or that the owner has read one; undefined for a state that says nothing. */
export function toStatus(
  place: Place,
  given: unknown,
  at: Date | undefined,
  context: Context,
): CapturedStatus | undefined {
  const state = states[numberOf(given) ?? -1]
  if (!state || (!place.isMine && !['read', 'played'].includes(state))) return undefined
  const status = statusOf(place, { state, reader: place.isMine ? undefined : owner, at }, context)
  // That it is at the server says the server, and further states say the apps of others.
  return place.isMine && !['failed', 'sent'].includes(state) ? { ...status, unconfirmed: true } : status
}

/** What a person of a group has done with a message of the owner: got it, read it, played it. */
export function toReceipts(place: Place, receipt: Fields, context: Context): CapturedStatus[] {
  const reader = context.find(receipt['userJid'])
  const times = { delivered: 'receiptTimestamp', read: 'readTimestamp', played: 'playedTimestamp' }
  return Object.entries(times).flatMap(([state, name]) => {
    const at = dateOfSeconds(receipt[name])
    if (!reader || !at) return []
    const status = statusOf(place, { state, reader, at }, context)
    return reader === owner ? status : { ...status, unconfirmed: true as const }
  })
}

function statusOf(
  place: Place,
  {
    state,
    reader,
    at,
  }: { readonly state: string; readonly reader: Person | undefined; readonly at: Date | undefined },
  context: Context,
): CapturedStatus {
  const about = targetOf(place, place.author, place.id)
  return {
    kind: 'status',
    channel: context.account.channel,
    ...changeOf(about, (target, by) => `s|${target}|${by}|${state}`, reader),
    ...(at && { at }),
    state,
    ...(reader && { recipient: reader.identity }),
  }
}
