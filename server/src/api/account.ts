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
import type { Verified } from '#domains/identity/sessions.ts'
import { selfServiceScope } from '#domains/identity/tokens.ts'
import { updateUser } from '#flows/change-user/change-user.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#platform/changes.ts'
import { route } from '#platform/http/route.ts'
import { findAccount } from '#domains/identity/account-queries.ts'

interface AccountContext extends IdentityContext {
  readonly identityAdmin: IdentityAdmin
  /** @throws Failure `session.expired` */
  readonly verifyToken: (token: string) => Promise<Verified>
  /** The sign-in of users who do not use the embedded service. */
  readonly awsPool: AwsPool | undefined
}

/** Account Settings: each endpoint concerns only the user who calls it. */
export function accountRoutes(app: FastifyInstance, ctx: AccountContext): void {
  const { now, identityAdmin } = ctx
  route(app, contract.getAccount, async ({ actor, request, read }) => {
    const session = await sessionOf(ctx, request)
    return read((tx) => findAccount(tx, actor, session))
  })
  route(app, contract.updateAccount, async ({ actor, request, body: change, commit }) => {
    const session = await sessionOf(ctx, request)
    return commit(async (tx) => {
      const side = actor.role === 'none' ? 'messenger' : 'platform'
      await updateUser(tx, { identityAdmin, actor }, { side, id: actor.userId, change }, now())
      await announce(tx, ['users', 'audit'])
      return findAccount(tx, actor, session)
    })
  })

  route(app, contract.listDevices, async ({ actor, request, read }) => {
    const { id: current } = await sessionOf(ctx, request)
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
    const { id: current, keptAt } = await sessionOf(ctx, request)
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

interface OwnSession extends Pick<Account, 'managesSignIn' | 'keptAt'> {
  readonly id: string
}

/** The session that the request's token belongs to. A token of single sign-on must not change the sign-in. */
async function sessionOf(
  { verifyToken, awsPool }: AccountContext,
  { headers }: FastifyRequest,
): Promise<OwnSession> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const { originJti: id, scopes } = await verifyToken(token)
  return { id, managesSignIn: scopes.includes(selfServiceScope), keptAt: awsPool ? 'user-pool' : 'here' }
}

/** @throws Failure `account.kept-elsewhere` */
async function refuseForeign(ctx: AccountContext, request: FastifyRequest): Promise<void> {
  const { managesSignIn, keptAt } = await sessionOf(ctx, request)
  if (!managesSignIn || keptAt !== 'here') throw new Failure('account.kept-elsewhere')
}
