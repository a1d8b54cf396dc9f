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
import type { IdentityContext } from '#domains/identity/memory.ts'
import { updateUser } from '#flows/change-user/change-user.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { findAccount } from '#domains/identity/account-queries.ts'
import { announcing } from './announcing.ts'
import { type SessionContext, sessionOf } from './own-session.ts'

const changing = announcing(['users', 'audit'])

interface AccountContext extends IdentityContext, SessionContext {
  readonly identityAdmin: IdentityAdmin
}

/** Account Settings: each endpoint concerns only the user who calls it. */
export function accountRoutes(app: FastifyInstance, ctx: AccountContext): void {
  const { now, identityAdmin } = ctx
  route(app, contract.getAccount, async ({ actor, request, read }) => {
    const session = sessionOf(ctx, request)
    return read((tx) => findAccount(tx, actor, session))
  })
  route(app, contract.updateAccount, async ({ actor, request, body: change, commit }) => {
    const session = sessionOf(ctx, request)
    return changing(commit, actor, async (tx) => {
      const side = actor.role === 'none' ? 'messenger' : 'platform'
      await updateUser(tx, { identityAdmin, actor }, { side, id: actor.userId, change }, now())
      return findAccount(tx, actor, session)
    })
  })

  const isSecret = true
  route(
    app,
    contract.beginAuthenticator,
    async ({ actor, request, body: { code } }) => {
      refuseForeign(ctx, request)
      return { secret: await beginAuthenticator(ctx, actor, code) }
    },
    { isSecret },
  )
  route(
    app,
    contract.confirmAuthenticator,
    async ({ actor, request, body: { code } }) => {
      refuseForeign(ctx, request)
      return { recoveryCodes: await confirmAuthenticator(ctx, actor, code) }
    },
    { isSecret },
  )
  route(
    app,
    contract.renewRecoveryCodes,
    async ({ actor, request, body: { code } }) => {
      refuseForeign(ctx, request)
      return { recoveryCodes: await renewRecoveryCodes(ctx, actor, code) }
    },
    { isSecret },
  )
  route(app, contract.removeAuthenticator, async ({ actor, request, body: { code }, commit }) => {
    refuseForeign(ctx, request)
    await proveSecondStep(ctx, actor, code)
    return commit(async (tx) => {
      await removeAuthenticator(tx, ctx, actor)
      return {}
    })
  })
}

/** @throws Failure `account.kept-elsewhere` */
function refuseForeign(ctx: AccountContext, request: FastifyRequest): void {
  const { managesSignIn, keptAt } = sessionOf(ctx, request)
  if (!managesSignIn || keptAt !== 'here') throw new Failure('account.kept-elsewhere')
}
