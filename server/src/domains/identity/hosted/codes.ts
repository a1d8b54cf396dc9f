import { createHash } from 'node:crypto'
import { endSessions } from '#domains/identity/endings.ts'
import type { Caller, IdentityContext } from '#domains/identity/memory.ts'
import { recordReuse } from '#domains/identity/reuse.ts'
import { addRefreshToken } from '#domains/identity/sessions.ts'
import type { Grant } from '#domains/identity/tokens.ts'
import { findUserById } from '#domains/identity/users.ts'
import { fingerprint, newToken, sameSecret } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Authorization } from './authorize.ts'

/** A code is valid this long. Source: RFC 6749 4.1.2, but shorter: the page exchanges it at once. */
const codeLifeMs = 60_000

/** Makes the code of a new session; only its fingerprint is stored. */
export async function issueCode(
  tx: TenantTx,
  { now }: IdentityContext,
  { redirectUri, challenge, nonce }: Pick<Authorization, 'redirectUri' | 'challenge' | 'nonce'>,
  { origin }: Grant,
): Promise<string> {
  const code = newToken()
  await tx
    .insertInto('identity_code')
    .values({
      hash: fingerprint(code),
      family_id: origin.familyId,
      redirect_uri: redirectUri,
      challenge,
      nonce: nonce ?? null,
      expires_at: new Date(now().getTime() + codeLifeMs),
      used_at: null,
    })
    .execute()
  return code
}

interface Exchange {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
  readonly caller: Caller
}

/**
 * Exchanges a code, once. If the code arrives again, or without its verifier, someone else has it, so its session ends.
 * Source: docs/rules/identity.md.
 * @returns undefined if the code is not valid; a session that was ended stays ended.
 */
export async function exchangeCode(
  tx: TenantTx,
  ctx: IdentityContext,
  { code, redirectUri, verifier, caller }: Exchange,
): Promise<Grant | undefined> {
  const now = ctx.now()
  const row = await tx
    .selectFrom('identity_code')
    .innerJoin('identity_family', (join) =>
      join
        .onRef('identity_family.tenant_id', '=', 'identity_code.tenant_id')
        .onRef('identity_family.id', '=', 'identity_code.family_id'),
    )
    .selectAll('identity_code')
    .select(['user_id', 'auth_time', 'revoked_at', 'scope'])
    .where('hash', '=', fingerprint(code))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const fits =
    row.used_at === null &&
    row.expires_at > now &&
    row.redirect_uri === redirectUri &&
    sameSecret(createHash('sha256').update(verifier).digest('base64url'), row.challenge)
  const user = await findUserById(tx, row.user_id)
  if (!fits || row.revoked_at || !user?.enabled) {
    await endSessions(tx, ctx, { familyId: row.family_id })
    if (row.used_at) await recordReuse(tx, ctx, row.user_id, caller)
    return undefined
  }
  await tx.updateTable('identity_code').set({ used_at: now }).where('hash', '=', row.hash).execute()
  const origin = { familyId: row.family_id, authTime: row.auth_time, scope: row.scope }
  const refreshToken = await addRefreshToken(tx, row.family_id)
  return { user, origin, refreshToken, nonce: row.nonce ?? undefined }
}
