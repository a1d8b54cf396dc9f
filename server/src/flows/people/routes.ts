import { messengerUsers, platformUsers } from '@verbatim/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { findReceipts } from '#domains/mail/queries.ts'
import { findUsers, requireUser } from '#domains/users/queries.ts'
import type { Side } from '#domains/users/model.ts'
import { keepingOwnReach } from '#domains/permissions/own-reach.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Commit } from '#platform/http/idempotency.ts'
import { route } from '#platform/http/route.ts'
import { inviteUser, resendInvitation } from './invite.ts'
import { findRemoval, removeUser } from './removal.ts'
import { resetSecondStep, updateUser } from './update.ts'

interface PeopleContext {
  readonly now: () => Date
  readonly identityAdmin: IdentityAdmin
}

/** Platform users and messenger users: the same calls for both. */
export function peopleRoutes(app: FastifyInstance, ctx: PeopleContext): void {
  usersOf(app, ctx, 'platform', platformUsers)
  // Of the same shape: only what a draft and a change carry differs, and both are read by what they carry.
  usersOf(app, ctx, 'messenger', messengerUsers as unknown as typeof platformUsers)
}

function usersOf(
  app: FastifyInstance,
  { now, identityAdmin }: PeopleContext,
  side: Side,
  users: typeof platformUsers,
): void {
  const by = (actor: Actor) => ({ identityAdmin, actor })
  route(app, users.list, ({ query, read }) => read((tx) => findUsers(tx, side, query, now())))
  route(app, users.get, ({ params: { id }, read }) => read((tx) => requireUser(tx, side, id)))
  route(app, users.invite, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) =>
      requireUser(tx, side, await inviteUser(tx, by(actor), { ...body, side }, now())),
    ),
  )
  route(app, users.update, ({ actor, params: { id }, body: change, commit }) =>
    changing(commit, actor, async (tx) => {
      await updateUser(tx, by(actor), { side, id, change }, now())
      return requireUser(tx, side, id)
    }),
  )
  route(app, users.removal, ({ actor, params: { id }, read }) =>
    read((tx) => findRemoval(tx, actor, { side, id })),
  )
  route(app, users.remove, ({ actor, params: { id }, query, commit }) =>
    changing(commit, actor, (tx) => removeUser(tx, by(actor), { side, id, ...query }, now())),
  )
  route(app, users.resendInvitation, ({ actor, params: { id }, commit }) =>
    changing(commit, actor, async (tx) => {
      await resendInvitation(tx, by(actor), { side, id }, now())
      return requireUser(tx, side, id)
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
      return requireUser(tx, side, id)
    }),
  )
}

/** Runs a change and tells every screen that people changed, in the same transaction. */
function changing<T>(commit: Commit<T>, actor: Actor, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return commit(async (tx) => {
    const result = await keepingOwnReach(tx, actor, () => work(tx))
    await announce(tx, actor.tenantId, [
      'users',
      'groups',
      'permission-profiles',
      'contacts',
      'accounts',
      'audit',
    ])
    return result
  })
}
