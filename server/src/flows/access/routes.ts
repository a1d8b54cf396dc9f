import { getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import { getGroupEffect } from '@verbatim/contract/groups.ts'
import { getNewProfileEffect, getProfileEffect } from '@verbatim/contract/permission-profiles.ts'
import { getUserEffect } from '@verbatim/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { findEffectiveAccess } from './effective-access.ts'
import { findGroupEffect } from './group-effect.ts'
import { findNewProfileEffect, findProfileEffect } from './profile-effect.ts'
import { findUserEffect } from './user-effect.ts'

/** What a change of access would do before it is made, and why somebody can or cannot see something. */
export function accessRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(
    app,
    getProfileEffect,
    ({ actor, params, body }) =>
      inTenant(db, actor.tenantId, (tx) => findProfileEffect(tx, params.id, body), 'snapshot'),
    { asks: true },
  )
  route(
    app,
    getNewProfileEffect,
    ({ actor, body }) => inTenant(db, actor.tenantId, (tx) => findNewProfileEffect(tx, body), 'snapshot'),
    { asks: true },
  )
  route(
    app,
    getUserEffect,
    ({ actor, params, body }) =>
      inTenant(db, actor.tenantId, (tx) => findUserEffect(tx, params.id, body), 'snapshot'),
    { asks: true },
  )
  route(app, getGroupEffect, ({ actor, params }) =>
    inTenant(db, actor.tenantId, (tx) => findGroupEffect(tx, params.id), 'snapshot'),
  )
  route(app, getEffectiveAccess, ({ actor, query }) =>
    inTenant(db, actor.tenantId, (tx) => findEffectiveAccess(tx, actor.scope, query), 'snapshot'),
  )
}
