/** Files that some copies of a message lack: another copy brings them to a message that is already here. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Completed, completedBy } from './completion-commands.ts'
import type { Derivation, MessageFact } from './facts.ts'
import { openVersionFiles } from './version-files.ts'

/** A message that has more files than before, with the names of the added ones at their places. */
export interface Brought extends Completed {
  readonly names: readonly string[]
}

/** They come with the message, not with an edit: every version that says nothing of its files has them. */
export async function bringFiles(
  tx: TenantTx,
  copies: readonly (MessageFact & { readonly id: MessageId })[],
  derivation: Derivation,
  now: Date,
): Promise<Brought[]> {
  const bringing = copies.flatMap((fact) => {
    const beside = fact.event.attachments.filter(({ isBeside }) => isBeside)
    return beside.length > 0 ? [{ fact, beside }] : []
  })
  if (bringing.length === 0) return []
  const ids = [...new Set(bringing.map(({ fact: { id } }) => id))]
  const files = await openVersionFiles(tx, ids, derivation)
  const brought = bringing.flatMap(({ fact, beside }): Brought[] => {
    const places = files.place(fact.id, fact.event.channel, beside)
    if (places.fresh.length === 0) return []
    files.add(fact.id, places)
    // Only these have an element.
    const names: string[] = []
    for (const { file } of places.fresh) names[file.ordinal] = file.name ?? ''
    return [{ ...completedBy(fact.id, fact), names }]
  })
  await files.insert(tx, now)
  return brought
}
