import type { TenantTx } from '#platform/db.ts'

/** Turns the hosted pages on or off. */
export async function offerSingleSignOn(tx: TenantTx, enabled: boolean): Promise<void> {
  await tx
    .insertInto('single_sign_on')
    .values({ enabled, provider_name: null, issuer: null, client_id: null, secret_sealed: null })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ enabled }))
    .execute()
}
