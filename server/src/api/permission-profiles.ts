import {
  createProfile as createProfileEndpoint,
  deleteProfile as deleteProfileEndpoint,
  getNewProfileEffect,
  getProfile,
  getProfileEffect,
  listProfilePeople,
  listProfiles,
  updateProfileInfo as updateProfileInfoEndpoint,
  updateProfileMembers as updateProfileMembersEndpoint,
  updateProfilePermissions as updateProfilePermissionsEndpoint,
} from '@verbatim/contract/permission-profiles.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { peopleBytes } from './people-bytes.ts'
import {
  createProfile,
  deleteProfile,
  updateProfileInfo,
  updateProfileMembers,
  updateProfilePermissions,
} from '#domains/permissions/changes.ts'
import { findNewProfileEffect, findProfileEffect } from '#flows/preview-access/profile-effect.ts'
import { keepingOwnReach } from '#flows/keep-own-reach/own-reach.ts'
import { findProfilePeople, findProfiles, requireProfile } from '#domains/permissions/profile-queries.ts'

const changing = announcing(['permission-profiles', 'users', 'audit'], keepingOwnReach)

/** Permission profiles, which decide who may see what. */
export function permissionProfileRoutes(app: FastifyInstance, ctx: Clock): void {
  const { now } = ctx
  route(app, listProfiles, ({ query, read }) => read((tx) => findProfiles(tx, query, now())))
  route(app, getProfile, ({ params, read }) => read((tx) => requireProfile(tx, params.id)))
  route(app, listProfilePeople, ({ query, read }) => read((tx) => findProfilePeople(tx, query, now())))
  route(
    app,
    getProfileEffect,
    ({ params, body, read }) => read((tx) => findProfileEffect(tx, params.id, body), 'snapshot'),
    { asks: true },
  )
  route(
    app,
    getNewProfileEffect,
    ({ body, read }) => read((tx) => findNewProfileEffect(tx, body), 'snapshot'),
    { asks: true },
  )
  changeRoutes(app, ctx)
}

function changeRoutes(app: FastifyInstance, { now }: Clock): void {
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
