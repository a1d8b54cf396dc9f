import type { UserId } from '@verbatim/contract/ids.ts'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import { createIdentityUsers } from '#domains/identity/commands.ts'
import type { Provider } from '#domains/identity/hosted/single-sign-on.ts'
import { viaOf } from '#domains/identity/memory.ts'
import type { Answering } from '#domains/identity/sign-in.ts'
import { findUserById, type IdentityUser } from '#domains/identity/users.ts'
import { mayBeVouchedFor } from '#domains/identity/vouching.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import type { TenantUserTable } from '#schema/people.ts'
import type { Selectable } from 'kysely'
import type { Vouched } from './provider.ts'

/** Why a user is not admitted although the provider vouches for them. */
const strangers = [
  'no-address',
  'unverified',
  'foreign-domain',
  'unknown',
  'taken',
  'disabled',
  'by-password',
  'beyond-setter',
] as const
export type Stranger = (typeof strangers)[number]

/**
 * Finds the user whom a provider vouches for: by its earlier identification of them, and the first time by their verified
 * mail address, in a domain that the provider may use. It never admits super administrators or users who may do more than who
 * set the provider, also if they became that later: otherwise a user who may configure the provider could become one.
 * Source: docs/rules/identity.md.
 */
export async function admit(
  tx: TenantTx,
  answering: Answering,
  provider: Provider,
  vouched: Vouched,
): Promise<IdentityUser | Stranger> {
  const id = (await findLinked(tx, vouched)) ?? (await recognize(tx, answering, provider, vouched))
  if (!isUserId(id)) return id
  const user = await requireSignIn(tx, answering, id)
  if (!user?.enabled) return 'disabled'
  return (await refusalFor(tx, user)) ?? user
}

const isUserId = (id: UserId | Stranger): id is UserId => !strangers.some((stranger) => stranger === id)

/** The user whom the provider identified before. */
async function findLinked(
  tx: TenantTx,
  { issuer, subject }: Pick<Vouched, 'issuer' | 'subject'>,
): Promise<UserId | undefined> {
  const link = await tx
    .selectFrom('identity_link')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return link?.user_id
}

/** On the first sign-in: links the user with this address, or admits a new user if the organization allows that. */
async function recognize(
  tx: TenantTx,
  answering: Answering,
  provider: Provider,
  vouched: Vouched,
): Promise<UserId | Stranger> {
  const { ctx } = answering
  const { issuer, subject, email = '', isVerified, firstName, lastName } = vouched
  const key = email.trim().toLowerCase()
  const unfit = refusalOfAddress(provider, key, isVerified)
  if (unfit) return unfit
  const found = await tx
    .selectFrom('tenant_user')
    .select(['id', 'role', 'enabled', 'removed_at', 'first_name', 'last_name'])
    .where('email_key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const refused = await refusalOf(tx, found, provider)
  if (refused) return refused
  // Another sign-in of the same person may have linked them while this one waited for their row.
  if (found && (await isLinked(tx, found.id, issuer))) return (await findLinked(tx, vouched)) ?? 'taken'
  const id = found?.id ?? newId<UserId>(ctx.now())
  const name = `${found?.first_name ?? firstName} ${found?.last_name ?? lastName}`.trim() || key
  const by = { userId: id, name, via: viaOf(answering.caller) }
  const target = { kind: 'user', id, name }
  if (!found) {
    const user = { id, email: key, firstName, lastName, role: 'none', source: 'invitation' } as const
    const created = await createUsers(tx, by, [{ ...user, invitedAt: ctx.now() }], ctx.now())
    // Another sign-in or an invitation made the user meanwhile.
    if (!created.has(id)) return recognize(tx, answering, provider, vouched)
    const changes = changedFields({}, { email: key, role: 'none' })
    await recordAudit(tx, by, { type: 'user_invited', target, changes }, ctx.now())
  }
  await tx
    .insertInto('identity_link')
    .values({ issuer, subject, user_id: id, linked_at: ctx.now() })
    .execute()
  await recordAudit(tx, by, { type: 'single_sign_on_linked', target }, ctx.now())
  return id
}

/** Why an address says nothing of who someone is. */
function refusalOfAddress({ mailDomains }: Provider, key: string, isVerified: boolean): Stranger | undefined {
  if (!key) return 'no-address'
  if (!isVerified) return 'unverified'
  return mailDomains.includes(key.slice(key.lastIndexOf('@') + 1)) ? undefined : 'foreign-domain'
}

/** Why the user with this address is not linked. */
async function refusalOf(
  tx: TenantTx,
  found: Found | undefined,
  { createsPeople }: Provider,
): Promise<Stranger | undefined> {
  if (!found) return createsPeople ? undefined : 'unknown'
  return found.enabled && !found.removed_at ? refusalFor(tx, found) : 'disabled'
}

type Found = Pick<Selectable<TenantUserTable>, 'id' | 'role' | 'enabled' | 'removed_at'>

/** Why the provider's word is not enough for a user. */
async function refusalFor(
  tx: TenantTx,
  user: Pick<IdentityUser, 'id' | 'role'>,
): Promise<Stranger | undefined> {
  if (await mayBeVouchedFor(tx, user)) return undefined
  return user.role === 'super_admin' ? 'by-password' : 'beyond-setter'
}

/** The provider has since given this address to another person. */
async function isLinked(tx: TenantTx, userId: UserId, issuer: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_link')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

/** Their account here, created without a password if there was none. */
async function requireSignIn(
  tx: TenantTx,
  { ctx }: Answering,
  id: UserId,
): Promise<IdentityUser | undefined> {
  const user = await findUserById(tx, id)
  if (user) return user
  await createIdentityUsers(tx, ctx, [{ id, password: undefined }])
  return findUserById(tx, id)
}
