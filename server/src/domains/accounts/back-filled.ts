/** What was said in a gap of its account and came after it. Source: docs/decisions/0149-late-messages-are-marked.md. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** A message that takes no longer came as always, whatever was noted of its account meanwhile. */
const usualMs = 2 * minuteMs

interface Said {
  readonly accountId: AccountId
  readonly sentAt: Date | undefined
  readonly receivedAt: Date
}

/** Tells of what was said in a gap, by a question for all of them. Gaps of single messages are not gaps of an account. */
export async function findBackFilled(tx: TenantTx, said: readonly Said[]): Promise<(one: Said) => boolean> {
  const slow = said.filter(isSlow)
  if (slow.length === 0) return () => false
  const accounts = [...new Set(slow.map(({ accountId }) => accountId))]
  const first = new Date(Math.min(...slow.map(({ sentAt }) => Number(sentAt))))
  const { rows } = await sql<{ id: AccountId; from: Date; before: Date | null }>`
    select account_id as id, began_at as "from", ended_at as before from account_gap
    where account_id = any(${accounts}::uuid[]) and kind in ('disconnected', 'behind', 'silent', 'unstored')
      and (ended_at is null or ended_at >= ${first})`.execute(tx)
  return (one) =>
    isSlow(one) &&
    rows.some(
      ({ id, from, before }) =>
        id === one.accountId && one.sentAt >= from && (before === null || one.sentAt < before),
    )
}

const isSlow = <One extends Said>(one: One): one is One & { readonly sentAt: Date } =>
  one.sentAt !== undefined && one.receivedAt.getTime() - one.sentAt.getTime() > usualMs
