import type { TenantTx } from '#platform/db.ts'

/** How an organization offers single sign-on. */
export interface SingleSignOn {
  readonly enabled: boolean
  readonly version: number
  /** Its own provider; without one the hosted pages ask for the password. */
  readonly provider: Provider | undefined
}

export interface Provider {
  /** As the button says it. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly secretSealed: Buffer | undefined
  /** Lower case; whose addresses the provider may vouch for. */
  readonly mailDomains: readonly string[]
  readonly createsPeople: boolean
}

/** What the organization has settled; off, where it has settled nothing. */
export async function findSingleSignOn(tx: TenantTx): Promise<SingleSignOn> {
  const row = await tx.selectFrom('single_sign_on').selectAll().executeTakeFirst()
  if (!row) return { enabled: false, version: 0, provider: undefined }
  const { issuer, client_id: clientId, provider_name: name } = row
  const provider =
    issuer === null || clientId === null || name === null
      ? undefined
      : {
          name,
          issuer,
          clientId,
          secretSealed: row.secret_sealed ?? undefined,
          mailDomains: row.mail_domains,
          createsPeople: row.creates_people,
        }
  return { enabled: row.enabled, version: row.version, provider }
}

/** Turns the hosted pages on or off. */
export async function offerSingleSignOn(tx: TenantTx, enabled: boolean): Promise<void> {
  await tx
    .insertInto('single_sign_on')
    .values({ enabled, provider_name: null, issuer: null, client_id: null, secret_sealed: null })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ enabled }))
    .execute()
}
