import {
  getGroupEffect,
  groupCalls,
  listGroupContacts,
  listGroupMembers,
  listGroups,
  updateGroupInfo as updateGroupInfoEndpoint,
  updateGroupMembers as updateGroupMembersEndpoint,
} from '@verbatim/contract/groups.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing, keepingLimits } from './announcing.ts'
import { peopleBytes } from './people-bytes.ts'
import { usualRoutes } from './usual-routes.ts'
import { findGroupEffect } from '#flows/preview-access/group-effect.ts'
import { removeGroup } from '#flows/remove-group/remove-group.ts'
import { createGroup, updateGroupInfo, updateGroupMembers } from '#domains/groups/changes.ts'
import { updateGroup } from '#domains/groups/whole-change.ts'
import {
  findGroupContacts,
  findGroupMembers,
  findGroups,
  findManagedGroups,
  requireGroup,
} from '#domains/groups/queries.ts'

const touches = ['groups', 'users', 'contacts', 'permission-profiles'] as const
const usual = usualRoutes(groupCalls, {
  find: findManagedGroups,
  require: requireGroup,
  create: createGroup,
  update: updateGroup,
  remove: removeGroup,
  touches,
  around: keepingLimits,
  limits: { bodyLimit: peopleBytes },
})
const changing = announcing([...touches, 'audit'], keepingLimits)

/** Groups by name for filters and forms, and their management with their people. */
export function groupRoutes(app: FastifyInstance, ctx: Clock): void {
  const { now } = ctx
  usual(app, ctx)
  route(app, listGroups, ({ actor, query, read }) => read((tx) => findGroups(tx, actor.scope, query, now())))
  route(app, listGroupMembers, ({ query, read }) => read((tx) => findGroupMembers(tx, query, now())))
  route(app, listGroupContacts, ({ actor, query, read }) =>
    read((tx) => findGroupContacts(tx, actor.scope, query, now())),
  )
  route(app, getGroupEffect, ({ params, read }) => read((tx) => findGroupEffect(tx, params.id), 'snapshot'))
  changeRoutes(app, ctx)
}

function changeRoutes(app: FastifyInstance, { now }: Clock): void {
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
}
