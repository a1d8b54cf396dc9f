import type { AccountId } from '@verbatim/contract/ids.ts'
import { redriveChannelAccount, redriveChannelAccounts } from '@verbatim/contract/account-redrives.ts'
import type { FastifyInstance } from 'fastify'
import { findAccountIds } from '#domains/accounts/health-queries.ts'
import { redrive } from '#flows/capture/redrive.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { checkNamedRows } from './named-rows.ts'

/** Quarantined records are processed again: those of an account, or of many. */
export function accountRedriveRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, redriveChannelAccount, ({ actor, params: { id }, body: { recordIds }, commit }) =>
    commit(async (tx) => {
      const found = await findAccountIds(tx, actor.scope, { query: { filter: [] }, ids: [id] }, now())
      if (found.length === 0) throw new Failure('account.not-found')
      const [redriven] = await redrive(tx, actor, { accountIds: [id], recordIds }, now())
      return { redriven: redriven?.records ?? 0 }
    }),
  )
  route(app, redriveChannelAccounts, ({ actor, query, body, commit }) => {
    checkNamedRows(body, query)
    return commit(async (tx) => {
      const asked = body.ids ? { query: { filter: [] }, ids: body.ids } : { query }
      const found = await findAccountIds(tx, actor.scope, asked, now())
      if (body.ids?.some((id) => !found.includes(id))) throw new Failure('account.not-found')
      const except: ReadonlySet<AccountId> = new Set(body.except)
      const accountIds = found.filter((id) => !except.has(id))
      const redriven = await redrive(tx, actor, { accountIds }, now())
      return { accounts: redriven.length, redriven: redriven.reduce((sum, { records }) => sum + records, 0) }
    })
  })
}
