/** What was taken from a provider and could not be stored: a gap of its account says so, as soon as the database takes that. */
import type { AccountGapId, AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { noteUnstored } from '#domains/accounts/gaps.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/uuid.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import type { FileDamage } from './ahead.ts'

interface LossContext extends Clock, DbContext {
  readonly log: Log
}

interface Loss {
  readonly gapId: AccountGapId
  readonly account: { readonly tenantId: TenantId; readonly id: AccountId }
  readonly from: Date
  readonly to: Date
}

export interface Losses {
  /** Of an account, now; or of a file, since something waited in it. */
  add(account: Loss['account'], damage?: FileDamage): void
  /** Notes them. What the database does not take is tried again by the next call. */
  note(): Promise<void>
}

export function openLosses(ctx: LossContext): Losses {
  const waiting = new Map<AccountId | AccountGapId, Loss>()
  return {
    add(account, damage) {
      const to = ctx.now()
      const key = damage?.gapId ?? account.id
      const { gapId, from } = waiting.get(key) ?? damage ?? { gapId: newId<AccountGapId>(to), from: to }
      waiting.set(key, { gapId, account, from, to })
    },
    async note() {
      for (const [key, loss] of waiting) {
        const { gapId, account, from, to } = loss
        try {
          await inTenant(ctx.db, account.tenantId, (tx) =>
            noteUnstored(tx, { id: gapId, accountId: account.id, from, to }, ctx.now()),
          )
          if (waiting.get(key) === loss) waiting.delete(key)
        } catch (error) {
          ctx.log.error({ err: error, accountId: account.id }, 'a loss of messages could not be noted yet')
        }
      }
    },
  }
}
