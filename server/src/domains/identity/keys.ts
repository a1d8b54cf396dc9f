import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { JWK } from 'jose'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { IdentityContext } from './memory.ts'
import { IdentityError } from './protocol.ts'

type Purpose = 'id' | 'access'

export interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

interface SigningKey extends KeyPair {
  readonly kid: string
  readonly purpose: Purpose
  readonly publicJwk: JWK
  readonly signsFrom: Date
  readonly retiresAt: Date | undefined
}

export interface SigningKeys {
  readonly keys: readonly SigningKey[]
}

/** A key signs this long before the next one takes over. */
const signingLifeMs = 90 * dayMs
/** A new key is published this long before it signs, and an old one this long after its last signature. */
const overlapMs = dayMs
/** A token with an unknown kid makes the server read the keys again, but not more often than this. */
const rereadMs = 5_000

/**
 * The tenant's keys, created on first use; around a change there are two for each purpose.
 * @throws IdentityError `ResourceNotFoundException` if there is no such tenant.
 */
export function findSigningKeys(ctx: IdentityContext, tenantId: TenantId, ms?: number): Promise<SigningKeys> {
  return ctx.identity.keys.find(tenantId, ctx.now(), () => readSigningKeys(ctx, tenantId), ms)
}

/** The key that signs for a purpose now. */
export async function requireSigningKey(
  ctx: IdentityContext,
  tenantId: TenantId,
  purpose: Purpose,
): Promise<SigningKey> {
  const { keys } = await findSigningKeys(ctx, tenantId)
  const [newest] = keys
    .filter((key) => key.purpose === purpose && key.signsFrom <= ctx.now())
    .toSorted((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())
  if (!newest) throw new Error(`The tenant ${tenantId} has no ${purpose} key`)
  return newest
}

/** The key of a token's `kid`, if it is one of the tenant's. */
export async function findKeyByKid(
  ctx: IdentityContext,
  tenantId: TenantId,
  kid: string | undefined,
): Promise<SigningKey | undefined> {
  const find = async (ms?: number) =>
    (await findSigningKeys(ctx, tenantId, ms)).keys.find((key) => key.kid === kid)
  return (await find()) ?? find(rereadMs)
}

async function readSigningKeys(ctx: IdentityContext, tenantId: TenantId): Promise<SigningKeys> {
  const now = ctx.now()
  let keys = await inTenant(ctx.db, tenantId, (tx) => selectKeys(tx, ctx))
  const due = (['id', 'access'] as const).filter((purpose) => isDue(keys, purpose, now))
  if (due.length > 0) {
    await makeKeys(ctx, tenantId, due)
    keys = await inTenant(ctx.db, tenantId, (tx) => selectKeys(tx, ctx))
  }
  return { keys: keys.filter(({ retiresAt }) => !retiresAt || retiresAt > now) }
}

function isDue(keys: readonly SigningKey[], purpose: Purpose, now: Date): boolean {
  const newest = Math.max(
    ...keys.filter((key) => key.purpose === purpose).map((key) => key.signsFrom.getTime()),
  )
  return now.getTime() > newest + signingLifeMs - overlapMs
}

/** Makes the next key of each purpose. The first keys sign at once, later ones after all processes have read them. */
async function makeKeys(
  ctx: IdentityContext,
  tenantId: TenantId,
  purposes: readonly Purpose[],
): Promise<void> {
  await requireOrganization(ctx, tenantId)
  const made = await Promise.all(purposes.map((purpose) => makeKey(ctx, tenantId, purpose)))
  await inTenant(ctx.db, tenantId, async (tx) => {
    // Two processes may find a key due at once: the rows of the pool are the lock.
    const present = await selectKeys(tx, ctx, 'locked')
    for (const { row, purpose } of made.filter((key) => isDue(present, key.purpose, ctx.now()))) {
      const first = !present.some((key) => key.purpose === purpose)
      const signs_from = first ? ctx.now() : new Date(ctx.now().getTime() + overlapMs)
      const retires_at = new Date(signs_from.getTime() + overlapMs)
      await tx
        .updateTable('identity_key')
        .set({ retires_at })
        .where('purpose', '=', purpose)
        .where('retires_at', 'is', null)
        .execute()
      await tx
        .insertInto('identity_key')
        .values({ ...row, purpose, signs_from, retires_at: null })
        .execute()
    }
    await tx.deleteFrom('identity_key').where('retires_at', '<', ctx.now()).execute()
  })
}

async function requireOrganization(ctx: IdentityContext, tenantId: TenantId): Promise<void> {
  const found = await inTenant(ctx.db, tenantId, (tx) =>
    tx.selectFrom('organization').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst(),
  )
  if (!found) throw new IdentityError('ResourceNotFoundException', 'User pool client does not exist.')
}

/** A new pair, which costs some 200 ms of one core. */
export const makeKeyPair = (): Promise<KeyPair> => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

async function makeKey(ctx: IdentityContext, tenantId: TenantId, purpose: Purpose) {
  const { publicKey, privateKey } = await ctx.identity.makeKeyPair()
  const kid = randomUUID()
  const jwk = publicKey.export({ format: 'jwk' })
  const private_sealed = ctx.secrets.seal(
    privateKey.export({ format: 'der', type: 'pkcs8' }),
    keyPlace(tenantId, kid),
  )
  const public_jwk = JSON.stringify({ ...jwk, kid, alg: 'RS256', use: 'sig' })
  return { purpose, row: { kid, public_jwk, private_sealed } }
}

async function selectKeys(
  tx: TenantTx,
  { secrets }: IdentityContext,
  mode: 'read' | 'locked' = 'read',
): Promise<SigningKey[]> {
  if (mode === 'locked')
    await tx
      .selectFrom('organization')
      .select('tenant_id')
      .where('tenant_id', '=', tx.tenantId)
      .forUpdate()
      .execute()
  const rows = await tx.selectFrom('identity_key').selectAll().orderBy('kid').execute()
  return rows.map((row) => ({
    kid: row.kid,
    purpose: row.purpose,
    publicJwk: row.public_jwk,
    publicKey: createPublicKey({ key: row.public_jwk, format: 'jwk' }),
    privateKey: createPrivateKey({
      key: secrets.unseal(row.private_sealed, keyPlace(tx.tenantId, row.kid)),
      format: 'der',
      type: 'pkcs8',
    }),
    signsFrom: row.signs_from,
    retiresAt: row.retires_at ?? undefined,
  }))
}

export function keyPlace(tenantId: TenantId, kid: string) {
  return { tenantId, table: 'identity_key', id: kid }
}
