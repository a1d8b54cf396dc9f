import {
  countIntegrationAccounts,
  createIntegrationAccount,
  getIntegrationAccount,
  listIntegrationAccounts,
  requestAccountDeletion,
  requestAccountReconnection,
  updateIntegrationAccount,
} from '@verbatim/contract/integration-accounts.ts'
import type { FastifyInstance } from 'fastify'
import {
  countAccounts,
  findIntegrationAccount,
  findIntegrationAccounts,
  requireIntegrationAccount,
} from '#domains/accounts/integration-queries.ts'
import {
  addAccount,
  askForConnection,
  changeAccount,
  type IntegrationContext,
} from '#flows/connect/integration-accounts.ts'
import { withOwnerLink } from '#flows/connect/account-links.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['accounts', 'audit'])

const requireAccount = async (...asked: Parameters<typeof requireIntegrationAccount>) =>
  withOwnerLink(await requireIntegrationAccount(...asked))

/** Accounts of each channel: list, create, change, connect again and remove. */
export function integrationAccountRoutes(app: FastifyInstance, ctx: IntegrationContext): void {
  route(app, listIntegrationAccounts, ({ actor, params: { type: channel }, query, read }) =>
    read(async (tx) => {
      const found = await findIntegrationAccounts(tx, actor.scope, { channel, query }, ctx.now())
      return { ...found, items: found.items.map(withOwnerLink) }
    }),
  )
  route(app, countIntegrationAccounts, async ({ actor, read }) => ({
    items: await read((tx) => countAccounts(tx, actor.scope)),
  }))
  route(app, getIntegrationAccount, async ({ actor, params: { type: channel, id }, read }) => {
    const { step, ...account } = await read((tx) => requireAccount(tx, actor.scope, { channel, id }))
    // Anyone with the link can link an account of their own.
    return step && actor.permissions.has('integrations.manage') ? { ...account, step } : account
  })
  route(app, createIntegrationAccount, ({ actor, params: { type: channel }, body: draft, commit }) =>
    changing(commit, actor, async (tx) => {
      const id = await addAccount(tx, ctx, actor, { channel, draft })
      const added = await findIntegrationAccount(tx, actor.scope, { channel, id })
      // Outside of their access, nothing is added.
      if (!added) throw new Failure('access.denied')
      return withOwnerLink(added)
    }),
  )
  route(app, updateIntegrationAccount, ({ actor, params: { type: channel, id }, body: change, commit }) =>
    changing(commit, actor, async (tx) => {
      await requireIntegrationAccount(tx, actor.scope, { channel, id })
      await changeAccount(tx, ctx, actor, { channel, id, change })
      return requireAccount(tx, actor.scope, { channel, id })
    }),
  )
  for (const [endpoint, request] of [
    [requestAccountDeletion, 'delete'],
    [requestAccountReconnection, 'connect'],
  ] as const)
    route(app, endpoint, ({ actor, params: { type: channel, id }, body, commit }) =>
      changing(commit, actor, async (tx) => {
        await requireIntegrationAccount(tx, actor.scope, { channel, id })
        await askForConnection(tx, ctx, actor, { channel, id, request, ...body })
        return requireAccount(tx, actor.scope, { channel, id })
      }),
    )
}
