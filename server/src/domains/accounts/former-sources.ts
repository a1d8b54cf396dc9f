/** Through which accounts people receive, and received before. Source: docs/decisions/0177-whose-a-gap-is.md. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { connectedSpans, endedSpans } from '#schema/connected.ts'

/** Notes the sources that these accounts have had until now, if they get others. Call it before each change of a source. */
export async function noteFormerSources(
  tx: TenantTx,
  given: readonly { readonly id: AccountId; readonly sourceId: AccountId | null }[],
  now: Date,
): Promise<void> {
  const rows = given.map(({ id, sourceId }) => ({ id, source_id: sourceId }))
  await sql`insert into account_former_source (account_id, source_id, connected, until)
    select account.id, account.source_id, ${endedSpans('account')} - ${spansBefore('account')}, ${now}
    from channel_account account join ${rowsOf({ id: 'uuid', source_id: 'uuid' }, rows)} on given.id = account.id
    where account.source_id is distinct from given.source_id and account.source_id is not null
    on conflict do nothing`.execute(tx)
}

/** The sources of a row of `channel_account`, each with its connections through it, to be joined as `through`. */
export const sourcesOf = (account: string): RawBuilder<unknown> => {
  const of = (name: string) => sql.ref(`${account}.${name}`)
  return sql`lateral (
    select ${of('source_id')} as source_id, ${connectedSpans(account)} - ${spansBefore(account)} as connected
    union all
    select former.source_id, former.connected from account_former_source former
    where former.tenant_id = ${of('tenant_id')} and former.account_id = ${of('id')}
  ) through`
}

/** Its connections through former sources, as a multirange. */
const spansBefore = (
  account: string,
) => sql`coalesce((select range_agg(before.connected) from account_former_source before
    where before.tenant_id = ${sql.ref(`${account}.tenant_id`)} and before.account_id = ${sql.ref(`${account}.id`)}), '{}')`
