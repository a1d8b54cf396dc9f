import * as contract from '@verbatim/contract/account.ts'
import type { Account } from '@verbatim/contract/account.ts'
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
import { refuseEarlier } from '#domains/identity/aws/endings.ts'
import type { AwsPool } from '#domains/identity/aws/pool.ts'
import { selfServiceScope } from '#domains/identity/tokens.ts'
import { updateUser } from '#flows/change-user/change-user.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#platform/changes.ts'
import { route } from '#platform/http/route.ts'
import { findAccount } from '#domains/identity/account-queries.ts'

interface AccountContext extends IdentityContext {
  readonly identityAdmin: IdentityAdmin
  /** The sign-in of users who do not use the embedded service. */
  readonly awsPool: AwsPool | undefined
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
    return commit(async (tx) => {
      const side = actor.role === 'none' ? 'messenger' : 'platform'
      await updateUser(tx, { identityAdmin, actor }, { side, id: actor.userId, change }, now())
      await announce(tx, ['users', 'audit'])
      return findAccount(tx, actor, session)
    })
  })

  route(app, contract.listDevices, async ({ actor, request, read }) => {
    const { id: current } = sessionOf(ctx, request)
    return {
      items: await read((tx) => findDevices(tx, actor, current, now())),
    }
  })
  route(app, contract.endDevice, ({ actor, params: { id }, commit }) =>
    commit(async (tx) => {
      await endDevice(tx, ctx, actor, id)
      return {}
    }),
  )
  route(app, contract.endOtherDevices, async ({ actor, request, commit }) => {
    const { id: current, keptAt } = sessionOf(ctx, request)
    return commit(async (tx) => {
      if (keptAt === 'here') return { ended: await endOtherDevices(tx, ctx, actor, current) }
      await refuseEarlier(tx, actor.userId, now())
      return { ended: 0 }
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

interface OwnSession extends Pick<Account, 'managesSignIn' | 'keptAt'> {
  readonly id: string
}

/** The session that the request's token belongs to. A token of single sign-on must not change the sign-in. */
function sessionOf({ awsPool }: AccountContext, { session }: FastifyRequest): OwnSession {
  if (!session) throw new Failure('session.missing')
  const { originJti: id, scopes } = session
  return { id, managesSignIn: scopes.includes(selfServiceScope), keptAt: awsPool ? 'user-pool' : 'here' }
}

/** @throws Failure `account.kept-elsewhere` */
function refuseForeign(ctx: AccountContext, request: FastifyRequest): void {
  const { managesSignIn, keptAt } = sessionOf(ctx, request)
  if (!managesSignIn || keptAt !== 'here') throw new Failure('account.kept-elsewhere')
}
