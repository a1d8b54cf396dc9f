import type { UserId } from '@verbatim/contract/ids.ts'
import type { MessengerUserDraft, PlatformUserDraft } from '@verbatim/contract/user-drafts.ts'
import { recordAudit, recordAudits } from '#domains/audit/commands.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { checkGivenProfiles } from '#domains/permissions/giving.ts'
import { auditedInvitation } from '#domains/users/audited.ts'
import { requireMemberships, updateUsers } from '#domains/users/changes.ts'
import { createUsers } from '#domains/users/commands.ts'
import { checkRoles, type Side } from '#domains/users/model.ts'
import { findUsersByEmail, requireForChange, type UserRow } from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { requirePhone } from '#domains/users/phone.ts'
import { lockMoves } from '#domains/users/places.ts'
import type { Move } from '#domains/audit/moves.ts'

type Draft = (PlatformUserDraft | MessengerUserDraft) & { readonly side: Side }

/**
 * Invites a person to an application. A user of the other application keeps their name and sign-in, and may now use both;
 * anyone else gets a mail with a temporary password.
 * @throws Failure `user.email-taken`, `user.only-super-admin`, `user.beyond-own`, `permission-profile.beyond-own`,
 * `user.bad-phone`, `user.phone-taken`, `user.phone-of-client`, `user.unknown-group`, `user.unknown-profile`
 */
export async function inviteUser(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  draft: Draft,
  now: Date,
): Promise<UserId> {
  const given = placeOf(draft)
  checkRoles(actor, 'none', given.role ?? 'none')
  const newcomer = newId<UserId>(now)
  const emailKey = draft.email.toLowerCase()
  const found = await lockMoves(tx, { id: newcomer, ...given }, () => findUsersByEmail(tx, [emailKey]))
  await checkGivenProfiles(tx, actor, given.profileIds ?? [])
  const { groups = [], profiles = [] } = await requireMemberships(tx, given)
  const { country } = await requireOrganization(tx)
  const phoneNumber = requirePhone(draft.phoneNumber, country)
  const known = found.get(emailKey)
  const id = known
    ? await admit(tx, known, draft, now)
    : await create(tx, actor, { id: newcomer, draft, phoneNumber }, now)
  await identityAdmin.invite(tx, [{ id, email: draft.email, firstName: draft.firstName }])
  const name = known?.display_name ?? `${draft.firstName} ${draft.lastName}`
  const { role, messengerRole } = given
  const moves: Move[] = [
    { of: 'groups', before: [], after: groups },
    { of: 'permissionProfiles', before: [], after: profiles },
  ]
  const { email } = draft
  await recordAudits(tx, actor, auditedInvitation({ id, name, email, role, messengerRole }, moves), now)
  return id
}

interface Newcomer {
  readonly id: UserId
  readonly draft: Draft
  readonly phoneNumber: string | undefined
}

/** @throws Failure `user.email-taken` if another request invites a person with this address at the same time */
async function create(
  tx: TenantTx,
  actor: Actor,
  { id, draft, phoneNumber }: Newcomer,
  now: Date,
): Promise<UserId> {
  const { email, firstName, lastName } = draft
  const { role = 'none', ...rest } = placeOf(draft)
  const person = {
    id,
    email,
    firstName,
    lastName,
    role,
    ...rest,
    source: 'invitation',
    invitedAt: now,
  } as const
  const addresses = phoneNumber ? [phoneNumber] : []
  const user = { ...person, addresses, ...(phoneNumber && { phoneNumber }) }
  const created = await createUsers(tx, actor, [user], now)
  if (!created.has(id)) throw new Failure('user.email-taken', { field: 'email' })
  return id
}

/** The grants of a draft, as columns. */
function placeOf(draft: Draft) {
  return 'role' in draft
    ? { role: draft.role, profileIds: draft.permissionProfileIds }
    : { messengerRole: draft.messengerRole, groupIds: draft.groupIds }
}

/** Gives a user of the other application access to this one too. */
async function admit(tx: TenantTx, known: UserRow, draft: Draft, now: Date): Promise<UserId> {
  const uses = draft.side === 'platform' ? known.role : known.messenger_role
  if (uses !== 'none') throw new Failure('user.email-taken', { field: 'email' })
  const {
    role = known.role,
    messengerRole = known.messenger_role,
    ...members
  } = placeOf(draft) as {
    role?: typeof known.role
    messengerRole?: typeof known.messenger_role
  }
  await updateUsers(tx, [
    { before: known, after: { ...known, role, messenger_role: messengerRole }, ...members, invitedAt: now },
  ])
  return known.id
}

/** Mails a new invitation to a user who has not signed in yet. @throws Failure `user.not-found` */
export async function resendInvitation(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  { side, id }: { readonly side: Side; readonly id: UserId },
  now: Date,
): Promise<void> {
  const user = await requireForChange(tx, side, id)
  await identityAdmin.resendInvitation(tx, {
    id,
    email: user.email,
    firstName: user.first_name,
  })
  await tx.updateTable('tenant_user').set({ invited_at: now }).where('id', '=', id).execute()
  const target = { kind: 'user', id, name: user.display_name }
  const changes = [{ field: 'invitedAt', old: user.invited_at, new: now }]
  await recordAudit(tx, actor, { type: 'invitation_resent', target, changes }, now)
}
