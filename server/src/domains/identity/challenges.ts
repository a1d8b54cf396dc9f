import { randomBytes } from 'node:crypto'
import { TenantId, type UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { fingerprint } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import type { IdentityContext } from './memory.ts'
import { refuse } from './protocol.ts'

/** A step of a sign-in that waits for its answer, and the state that the server keeps for it. */
interface Challenge {
  readonly kind:
    | 'PASSWORD_VERIFIER'
    | 'SOFTWARE_TOKEN_MFA'
    | 'MFA_SETUP'
    | 'NEW_PASSWORD_REQUIRED'
    | 'PROVIDER'
  readonly username: string
  readonly remembered: Readonly<Record<string, string>>
}

interface Waiting<Kind extends Challenge['kind']> extends Challenge {
  readonly kind: Kind
  readonly hash: Buffer
  readonly expiresAt: Date
}

/** How long a step waits. Source: the protocol's default. */
const lifeMs = 3 * 60_000
/** How long a user may take at their organization's own provider, or to write recovery codes down. */
const longLifeMs = 15 * 60_000
/** How many wrong answers end a step. */
const triesPerChallenge = 5

/**
 * Identifies a step that is answered more than once: 48 random bytes after the tenant, because some operations name
 * nothing else.
 */
export function newSession(tenantId: TenantId): string {
  return Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(48)]).toString(
    'base64url',
  )
}

/** The tenant of a session. @throws IdentityError if the text is not a session. */
export function tenantOfSession(session: string): TenantId {
  const bytes = Buffer.from(session, 'base64url')
  if (bytes.length !== 64) throw refuse('session-unknown')
  const hex = bytes.toString('hex', 0, 16)
  const tenantId = TenantId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  if (!tenantId.success) throw refuse('session-unknown')
  return tenantId.data
}

/**
 * Stores a step under `handle`, which only the client keeps. Removes some expired steps.
 * @param until Of a step that continues another one and ends with it.
 */
export async function openChallenge(
  tx: TenantTx,
  { secrets, now }: IdentityContext,
  {
    handle,
    kind,
    username,
    remembered,
    until,
  }: Challenge & { readonly handle: string; readonly until?: Date },
): Promise<void> {
  const hash = fingerprint(handle)
  const sealed = secrets.seal(Buffer.from(JSON.stringify(remembered)), place(tx.tenantId, hash))
  const isLong = kind === 'PROVIDER' || remembered['codesShown'] === 'yes'
  const expires_at = until ?? new Date(now().getTime() + (isLong ? longLifeMs : lifeMs))
  await tx.insertInto('identity_challenge').values({ hash, kind, username, sealed, expires_at }).execute()
  await tx
    .deleteFrom('identity_challenge')
    .where((eb) => {
      const over = eb.selectFrom('identity_challenge').select('hash').where('expires_at', '<', now())
      const some = over.limit(10).forUpdate().skipLocked()
      return sql<boolean>`hash = any(array(${some}))` // read once, not for each row
    })
    .execute()
}

/** Removes the step and returns it, because it can be answered once. @throws IdentityError if there is none. */
export async function takeChallenge(
  tx: TenantTx,
  ctx: IdentityContext,
  { handle, kind }: { readonly handle: string; readonly kind: Challenge['kind'] },
): Promise<Challenge> {
  const row = await tx
    .deleteFrom('identity_challenge')
    .where('hash', '=', fingerprint(handle))
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse('session-unknown')
  if (row.expires_at < ctx.now()) throw refuse('session-expired')
  return toChallenge(ctx, tx.tenantId, row)
}

/** Locks a step for an answer that may be wrong. @throws IdentityError if there is none, or it has expired. */
export async function holdChallenge<Kind extends Challenge['kind']>(
  tx: TenantTx,
  ctx: IdentityContext,
  { handle, kind }: { readonly handle: string; readonly kind: Kind },
): Promise<Waiting<Kind>> {
  const hash = fingerprint(handle)
  const row = await tx
    .selectFrom('identity_challenge')
    .selectAll()
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.tries >= triesPerChallenge) throw refuse('session-unknown')
  if (row.expires_at < ctx.now()) throw refuse('session-expired')
  return { ...toChallenge(ctx, tx.tenantId, row), kind, hash, expiresAt: row.expires_at }
}

/** Counts a wrong answer to a held step. */
export async function countTry(
  tx: TenantTx,
  { hash }: Pick<Waiting<Challenge['kind']>, 'hash'>,
): Promise<void> {
  await tx
    .updateTable('identity_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .execute()
}

/** Ends a held step. */
export async function closeChallenge(
  tx: TenantTx,
  { hash }: Pick<Waiting<Challenge['kind']>, 'hash'>,
): Promise<void> {
  await tx.deleteFrom('identity_challenge').where('hash', '=', hash).execute()
}

/** Ends all steps of a user: what they show was true before a credential changed. */
export async function forgetChallenges(tx: TenantTx, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('identity_challenge')
    .where('username', 'in', (eb) =>
      eb.selectFrom('identity_user').select('username').where('id', '=', userId),
    )
    .execute()
}

/** Ends all sign-ins that wait for the organization's provider. */
export async function forgetChallengesAtProvider(tx: TenantTx): Promise<void> {
  await tx.deleteFrom('identity_challenge').where('kind', '=', 'PROVIDER').execute()
}

function toChallenge(
  { secrets }: IdentityContext,
  tenantId: TenantId,
  row: { hash: Buffer; kind: string; username: string; sealed: Buffer },
): Challenge {
  const remembered = JSON.parse(secrets.unseal(row.sealed, place(tenantId, row.hash)).toString()) as Record<
    string,
    string
  >
  return { kind: row.kind as Challenge['kind'], username: row.username, remembered }
}

function place(tenantId: TenantId, hash: Buffer) {
  return { tenantId, table: 'identity_challenge', id: hash.toString('hex') }
}
