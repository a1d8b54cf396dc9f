import { channelsOfType } from '@verbatim/contract/channels.ts'
import {
  countIntegrationAccounts,
  createIntegrationAccount,
  getAccountRemoval,
  getIntegrationAccount,
  listIntegrationAccounts,
  requestAccountDeletion,
  requestAccountReconnection,
  updateIntegrationAccount,
} from '@verbatim/contract/integration-accounts.ts'
import type { FastifyInstance } from 'fastify'
import { findIntegrationAccounts } from '#domains/accounts/integration-queries.ts'
import { requireSeen } from '#domains/accounts/owners.ts'
import {
  askForConnection,
  changeAccount,
  type IntegrationContext,
} from '#flows/connect/integration-accounts.ts'
import { countChannels } from '#flows/reconcile/coverage.ts'
import { ownersPartOf, withOwnerLink } from '#flows/connect/account-links.ts'
import { addAccountOfType, requireAccount, withArrival } from '#flows/connect/shown-accounts.ts'
import { findAccountRemoval } from '#flows/preview-removal/account-removal.ts'
import type { Config } from '#platform/config.ts'
import { route } from '#platform/http/route.ts'
import { announcing, keepingLimits } from './announcing.ts'

const changing = announcing(['accounts', 'audit'], keepingLimits)

/** Accounts of each channel: list, create, change, connect again and remove. */
export function integrationAccountRoutes(
  app: FastifyInstance,
  ctx: IntegrationContext & { readonly publicBaseUrl: string; readonly config: Config },
): void {
  route(app, listIntegrationAccounts, ({ actor, params: { type }, query, read }) =>
    read(async (tx) => {
      const channels = channelsOfType(type)
      const asked = { channels, ownersParts: channels.map(ownersPartOf), query }
      const found = await findIntegrationAccounts(tx, actor.scope, asked, ctx.now())
      return { ...found, items: found.items.map(withOwnerLink) }
    }),
  )
  route(app, countIntegrationAccounts, async ({ actor, read }) => ({
    items: await read((tx) => countChannels(tx, actor.scope, ctx.now())),
  }))
  route(app, getIntegrationAccount, async ({ actor, params, read }) =>
    withArrival(ctx, actor, await read((tx) => requireAccount(tx, actor.scope, params, ctx.now()))),
  )
  route(app, createIntegrationAccount, ({ actor, params: { type }, body, commit }) =>
    changing(commit, actor, (tx) => addAccountOfType(tx, ctx, actor, { type, body })),
  )
  route(app, updateIntegrationAccount, ({ actor, params, body: change, commit }) =>
    changing(commit, actor, async (tx) => {
      const { channel, id, owner } = await requireAccount(tx, actor.scope, params, ctx.now())
      if (change.ownerId && !owner) await requireSeen(tx, actor.scope, id)
      await changeAccount(tx, ctx, actor, { channel, id, change })
      return requireAccount(tx, actor.scope, params, ctx.now())
    }),
  )
  route(app, getAccountRemoval, ({ actor, params: { type, id }, read }) =>
    read((tx) => findAccountRemoval(tx, actor.scope, { channels: channelsOfType(type), id }, ctx.now())),
  )
  for (const [endpoint, request] of [
    [requestAccountDeletion, 'delete'],
    [requestAccountReconnection, 'connect'],
  ] as const)
    route(app, endpoint, ({ actor, params, body, commit }) =>
      changing(commit, actor, async (tx) => {
        const { channel, id } = await requireAccount(tx, actor.scope, params, ctx.now())
        await askForConnection(tx, ctx, actor, {
          channel,
          id,
          request,
          expectedVersion: body?.expectedVersion,
        })
        return requireAccount(tx, actor.scope, params, ctx.now())
      }),
    )
}
