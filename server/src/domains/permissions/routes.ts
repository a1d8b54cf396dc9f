import {
  createProfile as createProfileEndpoint,
  deleteProfile as deleteProfileEndpoint,
  getProfile,
  listProfilePeople,
  listProfiles,
  updateProfileInfo as updateProfileInfoEndpoint,
  updateProfileMembers as updateProfileMembersEndpoint,
  updateProfilePermissions as updateProfilePermissionsEndpoint,
} from '@verbatim/contract/permission-profiles.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Commit } from '#platform/http/idempotency.ts'
import { route } from '#platform/http/route.ts'
import {
  createProfile,
  deleteProfile,
  updateProfileInfo,
  updateProfileMembers,
  updateProfilePermissions,
} from './changes.ts'
import { keepingOwnReach } from './own-reach.ts'
import { findProfilePeople, findProfiles, requireProfile } from './profile-queries.ts'

interface PermissionContext {
  readonly now: () => Date
}

/** Twenty thousand ids of people who come, and as many of people who go. */
const peopleBytes = 4 * 1024 * 1024

/** Permission profiles: who may see what. */
export function permissionRoutes(app: FastifyInstance, ctx: PermissionContext): void {
  const { now } = ctx
  route(app, listProfiles, ({ query, read }) => read((tx) => findProfiles(tx, query, now())))
  route(app, getProfile, ({ params, read }) => read((tx) => requireProfile(tx, params.id)))
  route(app, listProfilePeople, ({ query, read }) => read((tx) => findProfilePeople(tx, query, now())))
  changeRoutes(app, ctx)
}

function changeRoutes(app: FastifyInstance, { now }: PermissionContext): void {
  route(
    app,
    createProfileEndpoint,
    ({ actor, body, commit }) =>
      changing(commit, actor, async (tx) => requireProfile(tx, await createProfile(tx, actor, body, now()))),
    { bodyLimit: peopleBytes },
  )
  route(
    app,
    updateProfileInfoEndpoint,
    ({ actor, params: { id }, body: { expectedVersion, ...info }, commit }) =>
      changing(commit, actor, async (tx) => {
        await updateProfileInfo(tx, actor, { id, expectedVersion, info }, now())
        return requireProfile(tx, id)
      }),
  )
  route(
    app,
    updateProfileMembersEndpoint,
    ({ actor, params: { id }, body: { expectedVersion, ...change }, commit }) =>
      changing(commit, actor, async (tx) => {
        await updateProfileMembers(tx, actor, { id, expectedVersion, change }, now())
        return requireProfile(tx, id)
      }),
    { bodyLimit: peopleBytes },
  )
  route(
    app,
    updateProfilePermissionsEndpoint,
    ({ actor, params: { id }, body: { expectedVersion, ...given }, commit }) =>
      changing(commit, actor, async (tx) => {
        await updateProfilePermissions(tx, actor, { id, expectedVersion, given }, now())
        return requireProfile(tx, id)
      }),
  )
  route(app, deleteProfileEndpoint, ({ actor, params: { id }, query: { expectedVersion, moveTo }, commit }) =>
    changing(commit, actor, async (tx) => {
      await deleteProfile(tx, actor, { id, expectedVersion, moveTo }, now())
      return { id }
    }),
  )
}

/** Runs a change and tells everybody that what they may see may have changed. */
function changing<T>(commit: Commit<T>, actor: Actor, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return commit(async (tx) => {
    const result = await keepingOwnReach(tx, actor, () => work(tx))
    await announce(tx, actor.tenantId, ['permission-profiles', 'users', 'audit'])
    return result
  })
}
