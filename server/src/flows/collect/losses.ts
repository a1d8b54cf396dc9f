/** What was taken from a provider and could not be stored: a gap of its account says so, as soon as the database takes that. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { noteUnstored } from '#domains/accounts/gaps.ts'
import type { Clock } from '#kernel/clock.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

interface LossContext extends Clock, DbContext {
  readonly log: Log
}

interface Loss {
  readonly account: { readonly tenantId: TenantId; readonly id: AccountId }
  readonly from: Date
  readonly to: Date
}

export interface Losses {
  /** Of an account, now. */
  add(account: Loss['account']): void
  /** Notes them. What the database does not take is tried again by the next call. */
  note(): Promise<void>
}

export function openLosses(ctx: LossContext): Losses {
  const waiting = new Map<AccountId, Loss>()
  return {
    add(account) {
      const to = ctx.now()
      waiting.set(account.id, { account, from: waiting.get(account.id)?.from ?? to, to })
    },
    async note() {
      for (const loss of waiting.values()) {
        const { account, from, to } = loss
        try {
          await inTenant(ctx.db, account.tenantId, (tx) =>
            noteUnstored(tx, { accountId: account.id, from, to }, ctx.now()),
          )
          if (waiting.get(account.id) === loss) waiting.delete(account.id)
        } catch (error) {
          ctx.log.error({ err: error, accountId: account.id }, 'a loss of messages could not be noted yet')
        }
      }
    },
  }
}
