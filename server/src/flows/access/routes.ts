import { getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import { getGroupEffect } from '@verbatim/contract/groups.ts'
import { getNewProfileEffect, getProfileEffect } from '@verbatim/contract/permission-profiles.ts'
import { getUserEffect } from '@verbatim/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/http/route.ts'
import { findEffectiveAccess } from './effective-access.ts'
import { findGroupEffect } from './group-effect.ts'
import { findNewProfileEffect, findProfileEffect } from './profile-effect.ts'
import { findUserEffect } from './user-effect.ts'

/** What a change of access would do before it is made, and why somebody can or cannot see something. */
export function accessRoutes(app: FastifyInstance): void {
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
  route(
    app,
    getUserEffect,
    ({ params, body, read }) => read((tx) => findUserEffect(tx, params.id, body), 'snapshot'),
    { asks: true },
  )
  route(app, getGroupEffect, ({ params, read }) => read((tx) => findGroupEffect(tx, params.id), 'snapshot'))
  route(app, getEffectiveAccess, ({ actor, query, read }) =>
    read((tx) => findEffectiveAccess(tx, actor.scope, query), 'snapshot'),
  )
}
