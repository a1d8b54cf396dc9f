import { createHash } from 'node:crypto'
import { findPromise } from '@verbatim/analyser/promises/promises.ts'
import type { Promised } from '#domains/messages/promise-commands.ts'
import type { Fact } from '#domains/messages/facts.ts'
import { storable } from '#platform/bulk.ts'

/** What a text of some time promises. */
export type FindPromised = (text: string, at: Date) => Promised['promise']

/** Reads each text once, for the duration of a batch. @param zone Where the organization's days are. */
export function openPromises(zone: string): FindPromised {
  // Of Swedish, whose times are written like those of the analyser.
  const clocks = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const known = new Map<string, Promised['promise']>()
  return (text, at) => {
    const key = `${at.getTime()} ${text}`
    if (known.has(key)) return known.get(key)
    const found = findPromise(text, clocks.format(at).replace(' ', 'T'))
    // What it says stays with the message.
    const promised = found && { day: found.day, deed: digestOf(found.deed) }
    known.set(key, promised)
    return promised
  }
}

const digestOf = (deed: string) => createHash('sha256').update(deed).digest('base64url').slice(0, 16)

/** Reads the new texts of a batch before the transaction that stores them, so that the lock is not held for it. */
export function readAhead(find: FindPromised, facts: readonly Fact[]): void {
  for (const { event, receivedAt } of facts) {
    if (event.kind === 'message' && event.direction === 'outbound')
      find(storable(event.body ?? ''), event.sentAt ?? receivedAt)
    if (event.kind === 'edit') find(storable(event.body ?? ''), event.at ?? receivedAt)
  }
}
