import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { type Permission, type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import type { GivingProfile } from '#domains/permissions/profile-queries.ts'
import { isWithin, reachesAsFar } from '#access/scope.ts'
import type { TenantTx } from '#platform/db.ts'
import { exactTotal } from '@verbatim/contract/list.ts'
import { cellName, countCells, type MessageCell } from './message-cells.ts'

/** What decides what a user sees and may do. A user with a profile has a role that reads messages. */
export interface Holding {
  readonly role: Role
  readonly profiles: readonly GivingProfile[]
}

/** The effect of a change on people who are affected alike. */
export interface Step {
  readonly before: Holding
  readonly after: Holding
  readonly count: number
  /** At most three of them. */
  readonly names: readonly string[]
}

/** The permissions of a role and of profiles, each once. */
const permissionsOf = ({ role, profiles }: Holding): Set<Permission> =>
  new Set([...rolePermissions[role], ...profiles.flatMap(({ permissions }) => permissions)])

/**
 * Who would see or may do less or more, and how many existing messages that concerns.
 * @param cells The cells that one of the steps adds or removes
 */
export async function toEffect(
  tx: TenantTx,
  steps: readonly Step[],
  cells: readonly MessageCell[],
): Promise<AccessEffect> {
  const counts = await countCells(tx, cells)
  return {
    lost: sideOf(steps, cells, counts),
    gained: sideOf(
      steps.map((step) => ({ ...step, before: step.after, after: step.before })),
      cells,
      counts,
    ),
  }
}

/** The part that these steps remove. */
function sideOf(
  steps: readonly Step[],
  cells: readonly MessageCell[],
  counts: ReadonlyMap<string, number>,
): AccessEffect['lost'] {
  const losing = steps
    .map(({ before, after, count, names }) => ({
      count,
      names,
      had: before.profiles,
      has: after.profiles,
      permissions: [...permissionsOf(before).difference(permissionsOf(after))],
    }))
    .filter(({ had, has, permissions }) => permissions.length > 0 || !reachesAsFar(has, had))
  const gone = cells.filter((cell) =>
    losing.some(({ had, has }) => isWithin(had, cell) && !isWithin(has, cell)),
  )
  const messages = gone.reduce((sum, cell) => sum + (counts.get(cellName(cell)) ?? 0), 0)
  return {
    users: losing.reduce((sum, { count }) => sum + count, 0),
    names: losing.flatMap(({ names }) => names).slice(0, 3),
    ...(messages > exactTotal ? { messages: exactTotal, atLeast: true as const } : { messages }),
    permissions: [...new Set(losing.flatMap(({ permissions }) => permissions))],
  }
}
