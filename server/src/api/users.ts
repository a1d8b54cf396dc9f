import { getUserEffect, messengerUsers, platformUsers, type User } from '@verbatim/contract/users.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { FastifyInstance } from 'fastify'
import { findUserEffect } from '#flows/preview-access/user-effect.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { findReceipts } from '#domains/mail/queries.ts'
import { findUsers, requireUser } from '#domains/users/queries.ts'
import type { Side } from '#domains/users/model.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { announcing, keepingLimits } from './announcing.ts'
import { inviteUser, resendInvitation } from '#flows/invite-user/invite-user.ts'
import { findRemoval, removeUser } from '#flows/remove-user/remove-user.ts'
import { resetSecondStep, updateUser } from '#flows/change-user/change-user.ts'
import type { Clock } from '#kernel/clock.ts'

interface UserContext extends Clock {
  readonly identityAdmin: IdentityAdmin
}

const changing = announcing(
  ['users', 'groups', 'permission-profiles', 'contacts', 'accounts', 'audit'],
  keepingLimits,
)

/** Platform users and messenger users, with the same calls for both. */
export function userRoutes(app: FastifyInstance, ctx: UserContext): void {
  route(
    app,
    getUserEffect,
    ({ params, body, read }) => read((tx) => findUserEffect(tx, params.id, body), 'snapshot'),
    { asks: true },
  )
  usersOf(app, ctx, 'platform', platformUsers)
  // They have the same shape; only roles and the fields of drafts and changes differ, and each is parsed by its own fields.
  usersOf(app, ctx, 'messenger', messengerUsers as unknown as typeof platformUsers)
}

function usersOf(
  app: FastifyInstance,
  { now, identityAdmin }: UserContext,
  side: Side,
  users: typeof platformUsers,
): void {
  const by = (actor: Actor) => ({ identityAdmin, actor })
  const shown = (user: User): User =>
    side === 'platform' ? user : { ...user, role: user.messengerRole as User['role'] }
  const requireShown = async (tx: TenantTx, id: UserId) => shown(await requireUser(tx, side, id))
  route(app, users.list, ({ query, read }) =>
    read(async (tx) => {
      const found = await findUsers(tx, side, query, now())
      return { ...found, items: found.items.map(shown) }
    }),
  )
  route(app, users.get, ({ params: { id }, read }) => read((tx) => requireShown(tx, id)))
  route(app, users.invite, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) =>
      requireShown(tx, await inviteUser(tx, by(actor), { ...body, side }, now())),
    ),
  )
  route(app, users.update, ({ actor, params: { id }, body: change, commit }) =>
    changing(commit, actor, async (tx) => {
      await updateUser(tx, by(actor), { side, id, change }, now())
      return requireShown(tx, id)
    }),
  )
  route(app, users.removal, ({ actor, params: { id }, read }) =>
    read((tx) => findRemoval(tx, actor, { side, id })),
  )
  route(app, users.remove, ({ actor, params: { id }, query, commit }) =>
    changing(commit, actor, (tx) => removeUser(tx, by(actor), { side, id, ...query }, { now })),
  )
  route(app, users.resendInvitation, ({ actor, params: { id }, commit }) =>
    changing(commit, actor, async (tx) => {
      await resendInvitation(tx, by(actor), { side, id }, now())
      return requireShown(tx, id)
    }),
  )
  route(app, users.invitation, ({ params: { id }, read }) =>
    read(async (tx) => {
      await requireUser(tx, side, id)
      const [mail] = await findReceipts(tx, { kind: 'user', id, mailKind: 'invitation', limit: 1 })
      return { ...(mail && { mail }) }
    }),
  )
  route(app, users.resetSecondStep, ({ actor, params: { id }, commit }) =>
    changing(commit, actor, async (tx) => {
      await resetSecondStep(tx, by(actor), { side, id }, now())
      return requireShown(tx, id)
    }),
  )
}
