import { getAccount, listAccounts, redriveAccount } from '@verbatim/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#domains/audit/commands.ts'
import { findAccountDetail, findAccountHealth } from '#domains/accounts/health-queries.ts'
import { Failure } from '#kernel/failure.ts'
import { wake } from '#platform/changes.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { redrive } from './park.ts'

interface HealthContext {
  readonly db: Db
  readonly publicBaseUrl: string
  readonly now: () => Date
}

/** Capture health: the accounts with their counts, what was parked and refused, and driving it again. */
export function captureHealthRoutes(app: FastifyInstance, { db, publicBaseUrl, now }: HealthContext): void {
  route(app, listAccounts, ({ actor, query }) =>
    inTenant(db, actor.tenantId, (tx) => findAccountHealth(tx, publicBaseUrl, query, now())),
  )
  route(app, getAccount, async ({ actor, params }) => {
    const account = await inTenant(db, actor.tenantId, (tx) =>
      findAccountDetail(tx, publicBaseUrl, params.id),
    )
    if (!account) throw new Failure('account.not-found')
    return account
  })
  route(app, redriveAccount, ({ actor, params, commit }) =>
    commit(async (tx) => {
      if (!(await findAccountDetail(tx, publicBaseUrl, params.id))) throw new Failure('account.not-found')
      const count = await redrive(tx, actor.tenantId, params.id, now())
      const target = { kind: 'account', id: params.id }
      const changes = [{ field: 'parked', old: count, new: 0 }]
      await recordAudit(tx, actor, { type: 'records_redriven', target, changes }, now())
      if (count > 0) await wake(tx, 'backlog')
      return { redriven: count }
    }),
  )
}
