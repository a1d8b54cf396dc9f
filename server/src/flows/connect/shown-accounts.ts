/** Accounts as their screens show them. */
import { channelsOfType, type ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { IntegrationAccount, IntegrationDraft } from '@verbatim/contract/integration-accounts.ts'
import { findIntegrationAccount, requireIntegrationAccount } from '#domains/accounts/integration-queries.ts'
import { mailServerOf } from '#flows/capture/intake/mail-server.ts'
import { callbackUrlOf } from '#flows/capture/intake/webhook.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Config } from '#platform/config.ts'
import type { TenantTx } from '#platform/db.ts'
import { withOwnerLink } from './account-links.ts'
import { addAccount, type IntegrationContext } from './integration-accounts.ts'

/** The account that an address names: of any channel of its type. @throws Failure `account.not-found` */
export const requireAccount = async (
  tx: TenantTx,
  scope: AccessScope,
  { type, id }: { readonly type: ConnectableChannel; readonly id: AccountId },
  now: Date,
): Promise<IntegrationAccount> =>
  withOwnerLink(await requireIntegrationAccount(tx, scope, { channels: channelsOfType(type), id }, now))

/** @throws Failure `account.other-type`, `account.beyond-scope` for one that the actor would not see, … */
export async function addAccountOfType(
  tx: TenantTx,
  ctx: IntegrationContext,
  actor: Actor,
  {
    type,
    body: { channel = type, ...draft },
  }: { readonly type: ConnectableChannel; readonly body: IntegrationDraft },
): Promise<IntegrationAccount> {
  const channels = channelsOfType(type)
  if (!channels.includes(channel)) throw new Failure('account.other-type')
  const id = await addAccount(tx, ctx, actor, { channel, draft })
  const added = await findIntegrationAccount(tx, actor.scope, { channels, id }, ctx.now())
  if (!added) throw new Failure('account.beyond-scope')
  return withOwnerLink(added)
}

interface ArrivalContext {
  readonly publicBaseUrl: string
  readonly config: Config
}

/** With where its messages arrive. The step of linking it is for those who may: anyone with its link can link an account of their own. */
export async function withArrival(
  { publicBaseUrl, config }: ArrivalContext,
  { permissions }: Actor,
  { step, ...account }: IntegrationAccount,
): Promise<IntegrationAccount> {
  const callbackUrl = callbackUrlOf(publicBaseUrl, account)
  const mailServer = await mailServerOf(config, account)
  const mayLink = step !== undefined && permissions.has('integrations.manage')
  return {
    ...account,
    ...(callbackUrl && { callbackUrl }),
    ...(mailServer && { mailServer }),
    ...(mayLink && { step }),
  }
}
