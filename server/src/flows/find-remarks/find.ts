import { createHash } from 'node:crypto'
import { findOffChannel, type Mention } from '@verbatim/analyser/off-channel/off-channel.ts'
import { findPromise } from '@verbatim/analyser/promises/promises.ts'
import type { ReadEvent } from '#domains/messages/facts.ts'
import type { Promised } from '#domains/messages/promise-commands.ts'
import type { RemarkKind } from '#domains/messages/remark-reading.ts'
import { storable } from '#platform/bulk.ts'

/** What a text of some time says. */
type Find<Found> = (text: string, at: Date) => Found

/** One for each kind of remark; each reads a text once, for the duration of a batch. */
export interface Finders extends Record<RemarkKind, Find<unknown>> {
  readonly promises: Find<Promised['promise']>
  readonly 'off-channel': Find<readonly Mention[]>
}

/** @param zone Where the organization's days are. */
export function openFinders(zone: string): Finders {
  // Of Swedish, whose times are written like those of the analyser.
  const clocks = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return {
    promises: once(
      (text, at) => `${at.getTime()} ${text}`,
      (text, at) => {
        const found = findPromise(text, clocks.format(at).replace(' ', 'T'))
        // What it says stays with the message.
        return found && { ...found, deed: digestOf(found.deed) }
      },
    ),
    'off-channel': once((text) => text, findOffChannel),
  }
}

function once<Found>(keyOf: Find<string>, find: Find<Found>): Find<Found> {
  const known = new Map<string, { readonly found: Found }>()
  return (text, at) => {
    const key = keyOf(text, at)
    const before = known.get(key) ?? { found: find(text, at) }
    known.set(key, before)
    return before.found
  }
}

const digestOf = (deed: string) => createHash('sha256').update(deed).digest('base64url').slice(0, 16)

/** Reads the new texts of a batch before the transaction that stores them, so that the lock is not held for it. */
export function readAhead(finders: Finders, facts: readonly ReadEvent[]): void {
  for (const { event, receivedAt } of facts) {
    if (event.kind !== 'message' && event.kind !== 'edit') continue
    const text = storable(event.body ?? '')
    finders['off-channel'](text, receivedAt)
    if (event.kind === 'edit') finders.promises(text, event.at ?? receivedAt)
    else if (event.direction === 'outbound') finders.promises(text, event.sentAt ?? receivedAt)
  }
}
