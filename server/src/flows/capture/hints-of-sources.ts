/** A source is delivered what happens in the conversations of people, which their own accounts have: hints mean those. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Fact } from '#domains/messages/facts.ts'
import type { CapturedHint } from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

type HintFact = Fact<CapturedHint>

/** Those hints, and for what a source was delivered the same about each account of its people that has the conversation. */
export async function withPeoples(tx: TenantTx, hints: readonly HintFact[]): Promise<readonly HintFact[]> {
  if (hints.length === 0) return hints
  const sources = [...new Set(hints.map(({ accountId }) => accountId))]
  const keys = [...new Set(hints.map(({ event }) => storable(event.conversationKey)))]
  const { rows } = await sql<{ id: AccountId; source_id: AccountId; key: string }>`
    select account.id, account.source_id, talk.conversation_key as key
    from channel_account account join conversation talk on talk.tenant_id = account.tenant_id and talk.account_id = account.id
    where account.source_id = any(${sources}::uuid[]) and talk.conversation_key = any(${keys}::text[])`.execute(
    tx,
  )
  const having = Map.groupBy(rows, ({ source_id: sourceId, key }) => `${sourceId}|${key}`)
  return hints.flatMap((hint) => {
    const accounts = having.get(`${hint.accountId}|${storable(hint.event.conversationKey)}`) ?? []
    return [hint, ...accounts.map(({ id }) => ({ ...hint, accountId: id }))]
  })
}
