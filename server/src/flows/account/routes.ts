import * as contract from '@verbatim/contract/account.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  proveSecondStep,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#domains/identity/authenticator.ts'
import { endDevice, endOtherDevices, findDevices } from '#domains/identity/devices.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { verifyAccessToken } from '#domains/identity/sessions.ts'
import { updateUser } from '#flows/people/update.ts'
import { announce } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { findAccount } from './queries.ts'

export interface AccountContext extends IdentityContext {
  readonly identityAdmin: IdentityAdmin
}

/** Account Settings: each of these is about whoever asks, and nobody else. */
export function accountRoutes(app: FastifyInstance, ctx: AccountContext): void {
  const { db, now, identityAdmin } = ctx
  route(app, contract.getAccount, ({ actor }) => inTenant(db, actor.tenantId, (tx) => findAccount(tx, actor)))
  route(app, contract.updateAccount, ({ actor, body: change, commit }) =>
    commit(async (tx) => {
      const side = actor.role === 'none' ? 'messenger' : 'platform'
      await updateUser(tx, { identityAdmin, actor }, { side, id: actor.userId, change }, now())
      await announce(tx, actor.tenantId, ['users', 'audit'])
      return findAccount(tx, actor)
    }),
  )

  route(app, contract.listDevices, async ({ actor, request }) => {
    const current = await sessionOf(ctx, request)
    return {
      items: await inTenant(db, actor.tenantId, (tx) => findDevices(tx, actor, current, now())),
    }
  })
  route(app, contract.endDevice, ({ actor, params: { id }, commit }) =>
    commit(async (tx) => {
      await endDevice(tx, ctx, actor, id)
      return {}
    }),
  )
  route(app, contract.endOtherDevices, async ({ actor, request, commit }) => {
    const current = await sessionOf(ctx, request)
    return commit(async (tx) => ({ ended: await endOtherDevices(tx, ctx, actor, current) }))
  })

  const isSecret = true
  route(
    app,
    contract.beginAuthenticator,
    async ({ actor, body: { code } }) => ({ secret: await beginAuthenticator(ctx, actor, code) }),
    { isSecret },
  )
  route(
    app,
    contract.confirmAuthenticator,
    async ({ actor, body: { code } }) => ({ recoveryCodes: await confirmAuthenticator(ctx, actor, code) }),
    { isSecret },
  )
  route(
    app,
    contract.renewRecoveryCodes,
    async ({ actor, body: { code } }) => ({ recoveryCodes: await renewRecoveryCodes(ctx, actor, code) }),
    { isSecret },
  )
  route(app, contract.removeAuthenticator, async ({ actor, body: { code }, commit }) => {
    await proveSecondStep(ctx, actor, code)
    return commit(async (tx) => {
      await removeAuthenticator(tx, ctx, actor)
      return {}
    })
  })
}

/** The session that the request's token belongs to. It has let the request in, so it is good. */
async function sessionOf(ctx: IdentityContext, { headers }: FastifyRequest): Promise<string> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return (await verifyAccessToken(ctx, token)).originJti
}
