import { dayMs } from '@verbatim/contract/durations.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { UserId } from '@verbatim/contract/ids.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { findSender } from '#domains/organizations/address.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { IdentityAdmin, Invitee } from './admin.ts'
import { createIdentityUsers, setPassword } from './commands.ts'
import { forgetKnownBrowsers } from './known-browsers.ts'
import { makePassword } from './made-password.ts'
import { invitationMail, secondStepResetMail } from './mail-words.ts'
import type { IdentityContext } from './memory.ts'
import { endSessions } from './endings.ts'
import { findUserById, newUsernames, sealPassword } from './users.ts'

/** An invitation is valid for this long. Source: docs/rules/limits.md. */
const invitationLifeMs = 7 * dayMs

/** Administers the people of the embedded identity service. */
export function makeEmbeddedAdmin(ctx: Omit<IdentityContext, 'db' | 'log'>): IdentityAdmin {
  return {
    async invite(tx, users) {
      const fresh = await withoutWayIn(tx, users, ctx.now())
      if (fresh.length > 0) await letIn(tx, ctx, fresh)
    },
    async settlePassword(tx, { id }, password) {
      if (await findUserById(tx, id)) await setPassword(tx, ctx, { id, password })
      else await createIdentityUsers(tx, ctx, [{ id, password }])
    },
    async resendInvitation(tx, user) {
      if ((await letIn(tx, ctx, [user])) === 0) throw new Failure('identity.already-signed-in')
    },
    async remove(tx, userId) {
      await endSessions(tx, ctx, { userId })
      const user = await findUserById(tx, userId)
      if (user) await forgetKnownBrowsers(tx, user.username)
      await forgetSecondStep(tx, userId)
      await tx
        .updateTable('identity_user')
        .set({
          username: randomUUID(), // the next person with this mail address gets the old address
          verifier_sealed: null,
          status: 'FORCE_CHANGE_PASSWORD',
          temporary_until: null,
        })
        .where('id', '=', userId)
        .execute()
      // Their provider may sign them in as a new user after another invitation.
      await tx.deleteFrom('identity_link').where('user_id', '=', userId).execute()
    },
    enable: () => Promise.resolve(),
    disable: async (tx, userId) => void (await endSessions(tx, ctx, { userId })),
    async resetSecondStep(tx, userId) {
      await forgetSecondStep(tx, userId)
      await endSessions(tx, ctx, { userId })
      const user = await findUserById(tx, userId)
      if (!user) return
      const { name } = await requireOrganization(tx)
      await queueMails(tx, ctx, [{ to: user.email, ...secondStepResetMail({ organization: name }) }])
    },
    signOutEverywhere: async (tx, userId) => void (await endSessions(tx, ctx, { userId })),
  }
}

/** Users who have no password of their own yet, and no valid invitation. */
async function withoutWayIn(tx: TenantTx, users: readonly Invitee[], now: Date): Promise<readonly Invitee[]> {
  const rows = await tx
    .selectFrom('identity_user')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(users.map(({ id }) => id)))))
    .where('verifier_sealed', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('status', '<>', 'FORCE_CHANGE_PASSWORD'),
        eb('temporary_until', 'is', null),
        eb('temporary_until', '>', now),
      ]),
    )
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return users.filter(({ id }) => !known.has(id))
}

/**
 * Gives each person a temporary password, and mails it. One who has chosen their own, perhaps just now, keeps it.
 * @returns How many got one.
 */
async function letIn(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'secrets' | 'now' | 'identity'>,
  users: readonly Invitee[],
): Promise<number> {
  const now = ctx.now()
  const until = new Date(now.getTime() + invitationLifeMs)
  const usernames = await newUsernames(
    tx,
    ctx.secrets,
    users.map(({ id }) => id),
  )
  const made = users.flatMap((user) => {
    const username = usernames.get(user.id)
    return username ? [{ user, username, password: makePassword(randomBytes) }] : []
  })
  const admitted = await tx
    .insertInto('identity_user')
    .values(
      made.map(({ user, username, password }) => ({
        id: user.id,
        username,
        ...sealPassword(ctx.secrets, { tenantId: tx.tenantId, username }, password),
        status: 'FORCE_CHANGE_PASSWORD' as const,
        password_changed_at: now,
        temporary_until: until,
        totp_sealed: null,
        totp_pending_sealed: null,
        totp_enrolled_at: null,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet((eb) => ({
          username: eb.ref('excluded.username'),
          salt: eb.ref('excluded.salt'),
          verifier_sealed: eb.ref('excluded.verifier_sealed'),
          status: eb.ref('excluded.status'),
          password_changed_at: now,
          temporary_until: until,
        }))
        .where('identity_user.status', '=', 'FORCE_CHANGE_PASSWORD'),
    )
    .returning('id')
    .execute()
  const ids = new Set(admitted.map(({ id }) => id))
  const invited = made.filter(({ user }) => ids.has(user.id))
  const { organization, address } = await findSender(tx, ctx.identity.addresses)
  await queueMails(
    tx,
    ctx,
    invited.map(({ user, password }) => ({
      to: user.email,
      ...invitationMail({ ...user, password, organization, address, until }),
      reference: { kind: 'user', id: user.id },
      uselessFrom: until,
    })),
  )
  return invited.length
}

/** The account no longer has an authenticator or recovery codes. */
export async function forgetSecondStep(tx: TenantTx, userId: UserId): Promise<void> {
  await tx
    .updateTable('identity_user')
    .set({ totp_enabled: false, totp_sealed: null, totp_pending_sealed: null, totp_enrolled_at: null })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute()
}
