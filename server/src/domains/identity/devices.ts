import type { Device } from '@verbatim/contract/devices.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { IdentityContext } from './memory.ts'
import { endSessions } from './endings.ts'

/** Where a user is signed in, last used first. @param current The session that makes the request. */
export async function findDevices(
  tx: TenantTx,
  { userId }: Pick<Actor, 'userId'>,
  current: string | undefined,
  now: Date,
): Promise<Device[]> {
  const rows = await tx
    .selectFrom('identity_family')
    .select(['id', 'address', 'agent', 'auth_time', 'second_step'])
    .select(sql<Date>`coalesce(last_used_at, auth_time)`.as('used_at'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === current,
    ...(row.address === null ? {} : { address: row.address }),
    ...(row.agent === null ? {} : { agent: row.agent }),
    signedInAt: row.auth_time.toISOString(),
    lastUsedAt: row.used_at.toISOString(),
    secondStep: row.second_step,
  }))
}

/** Signs a user out on one of their own devices. @throws Failure `account.device-not-found` */
export async function endDevice(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'now' | 'identity'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await tx
    .selectFrom('identity_family')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow(() => new Failure('account.device-not-found'))
  await endSessions(tx, ctx, { familyId: id })
  await tell(tx, actor, 1, ctx.now())
}

/** Signs a user out on all their devices except the one that makes the request. @returns How many. */
export async function endOtherDevices(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'now' | 'identity'>,
  actor: Actor,
  current: string | undefined,
): Promise<number> {
  const others = (await findDevices(tx, actor, current, ctx.now())).filter(({ isCurrent }) => !isCurrent)
  await endSessions(tx, ctx, {
    userId: actor.userId,
    ...(current === undefined ? {} : { except: current }),
  })
  if (others.length > 0) await tell(tx, actor, others.length, ctx.now())
  return others.length
}

function tell(tx: TenantTx, actor: Actor, devices: number, now: Date): Promise<void> {
  const target = { kind: 'user', id: actor.userId, name: actor.name }
  const counts = { devicesRemoved: devices }
  return recordAudit(tx, actor, { type: 'device_signed_out', target, counts }, now)
}
