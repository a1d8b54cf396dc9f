import type { TenantId } from '@verbatim/contract/ids.ts'
import { accessPlace, passwordPlace, refreshPlace } from '#domains/archiving/commands.ts'
import type { ArchivingRow } from '#domains/archiving/find.ts'
import type { Place, Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { askForToken } from './token-endpoint.ts'

interface TokenContext extends DbContext {
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
}

type Access =
  /** `isStored`: it was used before, so a refusal may only mean that it was revoked. */
  | { readonly accessToken: string; readonly isStored: boolean }
  | { readonly problem: 'token'; readonly answer: string }

/** A token is not used in its last minutes: a connection may outlive it. */
const leftMs = 2 * 60_000

/** The stored access token while it is valid; otherwise a new one, which is stored. */
export async function accessOf(ctx: TokenContext, settings: ArchivingRow): Promise<Access> {
  const { tenant_id: tenantId, access_sealed: sealed, access_until: until } = settings
  const open = openerOf(ctx.secrets, tenantId)
  const stored = open(sealed, accessPlace)
  if (stored !== undefined && until && until.getTime() - ctx.now().getTime() > leftMs)
    return { accessToken: stored, isStored: true }
  const given = await askForToken(
    {
      url: settings.token_url,
      clientId: settings.client_id,
      clientSecret: open(settings.password_sealed, passwordPlace) ?? '',
      scope: settings.scope,
      refreshToken: open(settings.refresh_sealed, refreshPlace),
    },
    { extraHosts: ctx.mediaHosts, now: ctx.now },
  )
  if ('problem' in given) return given
  const seal = (text: string, place: typeof accessPlace) =>
    ctx.secrets.seal(Buffer.from(text), place(tenantId))
  const { accessToken, refreshToken } = given
  // Settings that were saved meanwhile have secrets of their own.
  await inTenant(ctx.db, tenantId, (tx) =>
    tx
      .updateTable('archiving')
      .set({
        access_sealed: seal(accessToken, accessPlace),
        access_until: given.until,
        ...(refreshToken !== undefined &&
          settings.refresh_sealed && { refresh_sealed: seal(refreshToken, refreshPlace) }),
      })
      .where('version', '=', settings.version)
      .execute(),
  )
  return { accessToken, isStored: false }
}

const openerOf =
  (secrets: Secrets, tenantId: TenantId) =>
  (sealed: Buffer | null, place: (tenantId: TenantId) => Place): string | undefined =>
    sealed ? secrets.unseal(sealed, place(tenantId)).toString() : undefined
