import {
  getProviderConnection,
  listProviderNumbers,
  setProviderConnection,
} from '@verbatim/contract/provider-connections.ts'
import type { FastifyInstance } from 'fastify'
import { reachesChannel } from '#access/scope.ts'
import { updateProfile } from '#domains/organizations/profile-commands.ts'
import {
  askForNumbers,
  findProviderConnection,
  type ProviderContext,
  reconnectProvided,
} from '#flows/connect/provider.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['organization', 'accounts', 'audit'])

/** The organization's messaging provider: its state, its credentials, and its numbers. */
export function providerConnectionRoutes(app: FastifyInstance, ctx: ProviderContext): void {
  route(app, getProviderConnection, ({ actor, params: { type }, read }) =>
    read((tx) => findProviderConnection(tx, actor.scope, type, ctx.now())),
  )
  route(app, setProviderConnection, ({ actor, params: { type }, body: { attributes }, commit }) =>
    changing(commit, actor, async (tx) => {
      await updateProfile(tx, actor, attributes, { secrets: ctx.secrets, now: ctx.now() })
      await reconnectProvided(tx, ctx.now())
      return findProviderConnection(tx, actor.scope, type, ctx.now())
    }),
  )
  route(app, listProviderNumbers, ({ actor, params: { type } }) => {
    if (!reachesChannel(actor.scope, type)) throw new Failure('access.denied')
    return askForNumbers(ctx, actor.tenantId, type)
  })
}
