/** The token by which the owner of a person's account shows that it is theirs. It works once. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { fingerprint } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

interface Claim {
  readonly accountId: AccountId
  readonly sourceId: AccountId
  /** New and random: no other account has it. */
  readonly token: string
  readonly step: LinkStep
}

/** Shows the owners what to do, and forgets earlier tokens. */
export async function setClaims(tx: TenantTx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  await endClaims(
    tx,
    claims.map(({ accountId }) => accountId),
  )
  await tx
    .insertInto('account_route')
    .values(
      claims.map(({ accountId, sourceId, token }) => ({
        account_id: accountId,
        source_id: sourceId,
        route: claimRoute(token),
      })),
    )
    .execute()
  await tx
    .insertInto('account_session')
    .values(claims.map(({ accountId, step }) => ({ account_id: accountId, step: JSON.stringify(step) })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id'])
        .doUpdateSet((row) => ({ step: row.ref('excluded.step') })),
    )
    .execute()
}

/** There is nothing to do for the owners any more, and earlier tokens are worth nothing. */
export async function endClaims(tx: TenantTx, ids: readonly AccountId[]): Promise<void> {
  const isOne = sql<AccountId>`any(${ids}::uuid[])`
  await tx
    .deleteFrom('account_route')
    .where('account_id', '=', isOne)
    .where('route', 'like', `${claimed}%`)
    .execute()
  await tx.updateTable('account_session').set({ step: null }).where('account_id', '=', isOne).execute()
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
  await endClaims(tx, [row.account_id])
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

/** Only a hash is kept: a reader of the table cannot claim an account. */
const claimed = 'claim:'
const claimRoute = (token: string) => `${claimed}${fingerprint(token).toString('hex')}`
