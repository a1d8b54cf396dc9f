/** The token by which the owner of a person's account shows that it is theirs. It works once. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { fingerprint } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { setRoute } from './routes.ts'

interface ClaimedAccount {
  readonly id: AccountId
  readonly sourceId: AccountId
}

/** Shows the owner what to do, and forgets an earlier token. */
export async function setClaim(
  tx: TenantTx,
  { id, sourceId }: ClaimedAccount,
  { token, step }: { readonly token: string; readonly step: LinkStep },
): Promise<void> {
  await endClaim(tx, id)
  await setRoute(tx, { sourceId, route: claimRoute(token), accountId: id })
  const shown = JSON.stringify(step)
  await tx
    .insertInto('account_session')
    .values({ account_id: id, step: shown })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ step: shown }))
    .execute()
}

/** There is nothing to do for the owner any more, and an earlier token is worth nothing. */
export async function endClaim(tx: TenantTx, id: AccountId): Promise<void> {
  await tx
    .deleteFrom('account_route')
    .where('account_id', '=', id)
    .where('route', 'like', `${claimed}%`)
    .execute()
  await tx.updateTable('account_session').set({ step: null }).where('account_id', '=', id).execute()
}

/** The account of this source whose owner was given the token. It is worth nothing from then on. */
export async function takeClaim(
  tx: TenantTx,
  sourceId: AccountId,
  token: string,
): Promise<AccountId | undefined> {
  const row = await tx
    .selectFrom('account_route')
    .where('source_id', '=', sourceId)
    .where('route', '=', claimRoute(token))
    .select('account_id')
    .executeTakeFirst()
  if (!row) return undefined
  await endClaim(tx, row.account_id)
  return row.account_id
}

/** The owner of a person's account is asked to link it again. */
export async function requestClaim(
  tx: TenantTx,
  actor: Actor,
  { id, name }: { readonly id: AccountId; readonly name: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({
      problem: null,
      status: sql`case when status = 'not-available' then 'available' else status end`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  const target = { kind: 'account', id, name }
  await recordAudit(tx, actor, { type: 'account_reconnect_requested', target }, now)
}

/** Only a hash is kept: whoever reads the table cannot claim an account. */
const claimed = 'claim:'
const claimRoute = (token: string) => `${claimed}${fingerprint(token).toString('hex')}`
