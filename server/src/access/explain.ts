/** Explains the law of access in sentences. */
import type { AccessFinding } from '@verbatim/contract/effective-access.ts'
import { dimensions, type NamedGrant, type ScopedRow, type SeenMessage } from './law.ts'
import { holds, isWithin } from './scope.ts'

/** A finding for each dimension, in order; a message is visible if all are true. */
export function explainScope(grants: readonly NamedGrant[], message: SeenMessage): AccessFinding[] {
  const row = toRow(message)
  let giving = grants
  return dimensions.map((dimension): AccessFinding => {
    giving = giving.filter((grant) => holds(dimension, grant, row))
    return { what: dimension.what, holds: giving.length > 0, text: dimension.explain(message, giving) }
  })
}

/** Whether a single grant shows a message. */
export function reaches(grant: NamedGrant, message: SeenMessage): boolean {
  return isWithin([grant], toRow(message))
}

const toRow = ({ channel, groups }: SeenMessage): ScopedRow => ({
  channel,
  groupIds: groups.map(({ id }) => id),
})
