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
import { readAccessToken, selfServiceScope } from '#domains/identity/tokens.ts'
import { updateUser } from '#flows/people/update.ts'
import { Failure } from '#kernel/failure.ts'
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
  route(app, contract.getAccount, async ({ actor, request }) => {
    const session = await sessionOf(ctx, request)
    return inTenant(db, actor.tenantId, (tx) => findAccount(tx, actor, session))
  })
  route(app, contract.updateAccount, async ({ actor, request, body: change, commit }) => {
    const session = await sessionOf(ctx, request)
    return commit(async (tx) => {
      const side = actor.role === 'none' ? 'messenger' : 'platform'
      await updateUser(tx, { identityAdmin, actor }, { side, id: actor.userId, change }, now())
      await announce(tx, actor.tenantId, ['users', 'audit'])
      return findAccount(tx, actor, session)
    })
  })

  route(app, contract.listDevices, async ({ actor, request }) => {
    const { id: current } = await sessionOf(ctx, request)
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
    const { id: current } = await sessionOf(ctx, request)
    return commit(async (tx) => ({ ended: await endOtherDevices(tx, ctx, actor, current) }))
  })

  const isSecret = true
  route(
    app,
    contract.beginAuthenticator,
    async ({ actor, request, body: { code } }) => {
      await refuseForeign(ctx, request)
      return { secret: await beginAuthenticator(ctx, actor, code) }
    },
    { isSecret },
  )
  route(
    app,
    contract.confirmAuthenticator,
    async ({ actor, request, body: { code } }) => {
      await refuseForeign(ctx, request)
      return { recoveryCodes: await confirmAuthenticator(ctx, actor, code) }
    },
    { isSecret },
  )
  route(
    app,
    contract.renewRecoveryCodes,
    async ({ actor, request, body: { code } }) => {
      await refuseForeign(ctx, request)
      return { recoveryCodes: await renewRecoveryCodes(ctx, actor, code) }
    },
    { isSecret },
  )
  route(app, contract.removeAuthenticator, async ({ actor, request, body: { code }, commit }) => {
    await refuseForeign(ctx, request)
    await proveSecondStep(ctx, actor, code)
    return commit(async (tx) => {
      await removeAuthenticator(tx, ctx, actor)
      return {}
    })
  })
}

interface OwnSession {
  readonly id: string | undefined
  /** A password was proven for it; a token of single sign-on must not change how one signs in. */
  readonly managesSignIn: boolean
}

/** The session that the request's token belongs to. The request was let in by it, so one that is not ours is of a pool elsewhere. */
async function sessionOf(ctx: IdentityContext, { headers }: FastifyRequest): Promise<OwnSession> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const claims = await readAccessToken(ctx, token)
  if (typeof claims === 'string') return { id: undefined, managesSignIn: false }
  return { id: claims.familyId, managesSignIn: claims.scopes.includes(selfServiceScope) }
}

/** @throws Failure `account.kept-elsewhere` */
async function refuseForeign(ctx: IdentityContext, request: FastifyRequest): Promise<void> {
  if (!(await sessionOf(ctx, request)).managesSignIn) throw new Failure('account.kept-elsewhere')
}
