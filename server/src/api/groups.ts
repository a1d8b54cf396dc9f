import {
  createGroup as createGroupEndpoint,
  deleteGroup as deleteGroupEndpoint,
  getGroup,
  getGroupEffect,
  listGroupContacts,
  listGroupMembers,
  listGroups,
  listManagedGroups,
  updateGroup as updateGroupEndpoint,
  updateGroupInfo as updateGroupInfoEndpoint,
  updateGroupMembers as updateGroupMembersEndpoint,
} from '@verbatim/contract/groups.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { findGroupEffect } from '#flows/preview-access/group-effect.ts'
import { createGroup, deleteGroup, updateGroupInfo, updateGroupMembers } from '#domains/groups/changes.ts'
import { updateGroup } from '#domains/groups/whole-change.ts'
import {
  findGroupContacts,
  findGroupMembers,
  findGroups,
  findManagedGroups,
  requireGroup,
} from '#domains/groups/queries.ts'

interface GroupContext {
  readonly now: () => Date
}

const changing = announcing(['groups', 'users', 'contacts', 'permission-profiles', 'audit'])

/** Groups by name for filters and forms, and their management with their people. */
export function groupRoutes(app: FastifyInstance, ctx: GroupContext): void {
  const { now } = ctx
  route(app, listGroups, ({ actor, query, read }) => read((tx) => findGroups(tx, actor.scope, query, now())))
  route(app, listManagedGroups, ({ query, read }) => read((tx) => findManagedGroups(tx, query, now())))
  route(app, getGroup, ({ params, read }) => read((tx) => requireGroup(tx, params.id)))
  route(app, listGroupMembers, ({ query, read }) => read((tx) => findGroupMembers(tx, query, now())))
  route(app, listGroupContacts, ({ actor, query, read }) =>
    read((tx) => findGroupContacts(tx, actor.scope, query, now())),
  )
  route(app, getGroupEffect, ({ params, read }) => read((tx) => findGroupEffect(tx, params.id), 'snapshot'))
  changeRoutes(app, ctx)
}

/** Room for twenty thousand ids of added people, and as many of removed people. */
const peopleBytes = 4 * 1024 * 1024

function changeRoutes(app: FastifyInstance, { now }: GroupContext): void {
  route(
    app,
    createGroupEndpoint,
    ({ actor, body, commit }) =>
      changing(commit, actor, async (tx) => requireGroup(tx, await createGroup(tx, actor, body, now()))),
    { bodyLimit: peopleBytes },
  )
  route(
    app,
    updateGroupEndpoint,
    ({ actor, params: { id }, body: change, commit }) =>
      changing(commit, actor, async (tx) => {
        await updateGroup(tx, actor, { id, change }, now())
        return requireGroup(tx, id)
      }),
    { bodyLimit: peopleBytes },
  )
  route(
    app,
    updateGroupInfoEndpoint,
    ({ actor, params: { id }, body: { expectedVersion, ...info }, commit }) =>
      changing(commit, actor, async (tx) => {
        await updateGroupInfo(tx, actor, { id, expectedVersion, info }, now())
        return requireGroup(tx, id)
      }),
  )
  route(
    app,
    updateGroupMembersEndpoint,
    ({ actor, params: { id }, body: { expectedVersion, ...change }, commit }) =>
      changing(commit, actor, async (tx) => {
        await updateGroupMembers(tx, actor, { id, expectedVersion, change }, now())
        return requireGroup(tx, id)
      }),
    { bodyLimit: peopleBytes },
  )
  route(app, deleteGroupEndpoint, ({ actor, params: { id }, query: { expectedVersion, moveTo }, commit }) =>
    changing(commit, actor, async (tx) => {
      await deleteGroup(tx, actor, { id, expectedVersion, moveTo }, now())
      return { id }
    }),
  )
}
