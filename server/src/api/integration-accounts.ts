import { channelsOfType, type ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
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
import {
  findIntegrationAccount,
  findIntegrationAccounts,
  requireIntegrationAccount,
} from '#domains/accounts/integration-queries.ts'
import { requireSeen } from '#domains/accounts/owners.ts'
import {
  addAccount,
  askForConnection,
  changeAccount,
  type IntegrationContext,
} from '#flows/connect/integration-accounts.ts'
import { countChannels } from '#flows/reconcile/coverage.ts'
import { withOwnerLink } from '#flows/connect/account-links.ts'
import { mailServerOf } from '#flows/capture/intake/mail-server.ts'
import { callbackUrlOf } from '#flows/capture/intake/webhook.ts'
import { findAccountRemoval } from '#flows/preview-removal/account-removal.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Config } from '#platform/config.ts'
import { route } from '#platform/http/route.ts'
import { announcing, keepingLimits } from './announcing.ts'

const changing = announcing(['accounts', 'audit'], keepingLimits)

/** The account that an address names: of any channel of its type. @throws Failure `account.not-found` */
const requireAccount = async (
  tx: TenantTx,
  scope: AccessScope,
  { type, id }: { readonly type: ConnectableChannel; readonly id: AccountId },
) => withOwnerLink(await requireIntegrationAccount(tx, scope, { channels: channelsOfType(type), id }))

/** Accounts of each channel: list, create, change, connect again and remove. */
export function integrationAccountRoutes(
  app: FastifyInstance,
  ctx: IntegrationContext & { readonly publicBaseUrl: string; readonly config: Config },
): void {
  route(app, listIntegrationAccounts, ({ actor, params: { type }, query, read }) =>
    read(async (tx) => {
      const asked = { channels: channelsOfType(type), query }
      const found = await findIntegrationAccounts(tx, actor.scope, asked, ctx.now())
      return { ...found, items: found.items.map(withOwnerLink) }
    }),
  )
  route(app, countIntegrationAccounts, async ({ actor, read }) => ({
    items: await read((tx) => countChannels(tx, actor.scope)),
  }))
  route(app, getIntegrationAccount, async ({ actor, params, read }) => {
    const { step, ...account } = await read((tx) => requireAccount(tx, actor.scope, params))
    const callbackUrl = callbackUrlOf(ctx.publicBaseUrl, account)
    const mailServer = await mailServerOf(ctx.config, account)
    // Anyone with the link can link an account of their own.
    const mayLink = step !== undefined && actor.permissions.has('integrations.manage')
    return {
      ...account,
      ...(callbackUrl && { callbackUrl }),
      ...(mailServer && { mailServer }),
      ...(mayLink && { step }),
    }
  })
  route(app, createIntegrationAccount, ({ actor, params: { type }, body, commit }) =>
    changing(commit, actor, async (tx) => {
      const { channel = type, ...draft } = body
      const channels = channelsOfType(type)
      if (!channels.includes(channel)) throw new Failure('account.other-type')
      const id = await addAccount(tx, ctx, actor, { channel, draft })
      const added = await findIntegrationAccount(tx, actor.scope, { channels, id })
      // Outside of their access, nothing is added.
      if (!added) throw new Failure('account.beyond-scope')
      return withOwnerLink(added)
    }),
  )
  route(app, updateIntegrationAccount, ({ actor, params, body: change, commit }) =>
    changing(commit, actor, async (tx) => {
      const { channel, id, owner } = await requireAccount(tx, actor.scope, params)
      if (change.ownerId && !owner) await requireSeen(tx, actor.scope, id)
      await changeAccount(tx, ctx, actor, { channel, id, change })
      return requireAccount(tx, actor.scope, params)
    }),
  )
  route(app, getAccountRemoval, ({ actor, params: { type, id }, read }) =>
    read((tx) => findAccountRemoval(tx, actor.scope, { channels: channelsOfType(type), id })),
  )
  for (const [endpoint, request] of [
    [requestAccountDeletion, 'delete'],
    [requestAccountReconnection, 'connect'],
  ] as const)
    route(app, endpoint, ({ actor, params, body, commit }) =>
      changing(commit, actor, async (tx) => {
        const { channel, id } = await requireAccount(tx, actor.scope, params)
        await askForConnection(tx, ctx, actor, {
          channel,
          id,
          request,
          expectedVersion: body?.expectedVersion,
        })
        return requireAccount(tx, actor.scope, params)
      }),
    )
}
