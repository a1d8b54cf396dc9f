/** Owners link their accounts themselves: with a mailed link, or beside an administrator. */
import { randomBytes } from 'node:crypto'
import { accountForms, entryOf } from '@verbatim/contract/account-fields.ts'
import {
  type LinkChoice,
  type LinkState,
  type Onboarding,
  ownerProblemTexts,
} from '@verbatim/contract/account-links.ts'
import { type Channel, channelNames } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { findConnector } from '#channels/registry.ts'
import { forgetLink } from '#domains/accounts/collections.ts'
import {
  findLink,
  findLinkedAccount,
  type LinkedAccount,
  startLink,
  startOver,
  wantStep,
} from '#domains/accounts/links.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import { type MailContext, queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { offerClaim } from './claims.ts'
import { linkMail } from './link-mail.ts'

export interface LinkContext extends MailContext {
  readonly identity: { addressOf(hostLabel: string): string }
}

/** Whether an account works only once its owner did something. */
function needsOwner({ channel, source }: { readonly channel: Channel; readonly source?: unknown }): boolean {
  const { collection, claim } = findConnector(channel) ?? {}
  return collection?.needsOwner === true || (source !== undefined && claim !== undefined)
}

/** The account, with `ownerLink` also if only its connector knows that its owner links it. */
export const withOwnerLink = (account: IntegrationAccount): IntegrationAccount =>
  needsOwner(account) ? { ...account, ownerLink: account.ownerLink ?? {} } : account

interface Sent extends Pick<IntegrationAccount, 'id' | 'channel' | 'name'> {
  readonly source?: unknown
}

/** @throws Failure as the endpoint says */
export async function sendLink(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  account: IntegrationAccount,
): Promise<void> {
  requireLinking(account)
  if (account.status === 'active') throw new Failure('account.is-connected')
  if (!account.owner) throw new Failure('account.no-owner')
  const owner = await findReachable(tx, account.owner.id)
  if (!owner) throw new Failure('account.owner-without-email')
  await mailLink(tx, ctx, actor, { account, owner })
}

/** After an account was created: if its owner links it and can be reached, they are asked at once. */
export async function sendFirstLink(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  { account, ownerId }: { readonly account: Sent; readonly ownerId: UserId | null },
): Promise<void> {
  if (!ownerId || !needsOwner(account)) return
  const owner = await findReachable(tx, ownerId)
  if (owner) await mailLink(tx, ctx, actor, { account, owner })
}

interface Owner {
  readonly email: string
  readonly firstName: string
}

async function findReachable(tx: TenantTx, id: UserId): Promise<Owner | undefined> {
  const row = await tx
    .selectFrom('tenant_user')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('email', '<>', '')
    .select(['email', 'first_name'])
    .executeTakeFirst()
  return row && { email: row.email, firstName: row.first_name }
}

async function mailLink(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  { account, owner }: { readonly account: Sent; readonly owner: Owner },
): Promise<void> {
  const { id, channel, name } = account
  const now = ctx.now()
  const token = randomBytes(32).toString('base64url')
  const until = await startLink(tx, { accountId: id, token, sentTo: owner.email }, now)
  const { name: organization, hostLabel } = await requireOrganization(tx)
  const words = linkMail({
    firstName: owner.firstName,
    organization,
    channelName: channelNames[channel],
    accountName: name,
    address: ctx.identity.addressOf(hostLabel),
    token,
    until,
  })
  const reference = { kind: 'account', id }
  await queueMails(tx, ctx, [{ to: owner.email, ...words, reference, uselessFrom: until }])
  const changes = [{ field: 'sentTo', old: null, new: owner.email }]
  await recordAudit(
    tx,
    actor,
    { type: 'account_link_sent', target: { kind: 'account', id, name }, changes },
    now,
  )
}

interface Wanting {
  readonly want?: LinkChoice | undefined
  readonly again?: true | undefined
}

/** Keeps the linking of an account going, for an administrator. @throws Failure as the endpoint says */
export async function keepLinking(
  tx: TenantTx,
  now: Date,
  account: IntegrationAccount,
  wanting: Wanting,
): Promise<LinkState> {
  requireLinking(account)
  return stateOf(await want(tx, account.id, wanting, now), now)
}

/** The same for the holder of a mailed link. @throws Failure as the endpoint says */
export async function readOnboarding(
  tx: TenantTx,
  now: Date,
  { token, ...wanting }: Wanting & { readonly token: string },
): Promise<Onboarding> {
  const link = await findLink(tx, token)
  if (!link) throw new Failure('account-link.unknown')
  const { accountId, usedAt, isEnded, expiresAt } = link
  if (isEnded) throw new Failure('account-link.ended')
  // The page that waits for it sees it once more.
  if (usedAt && now.getTime() - usedAt.getTime() > seenForMs) throw new Failure('account-link.used')
  if (!usedAt && expiresAt <= now) throw new Failure('account-link.expired')
  const account = usedAt ? await findLinkedAccount(tx, accountId) : await want(tx, accountId, wanting, now)
  const { channel, name, address, source } = account
  return {
    organization: (await requireOrganization(tx)).name,
    channel,
    channelName: channelNames[channel],
    accountName: name,
    address: masked(address),
    steps: [...entryOf(channel, source).steps],
    ...stateOf(usedAt ? { ...account, isConnected: true } : account, now),
  }
}

const seenForMs = 10 * 60_000

function requireLinking({ ownerLink, request }: IntegrationAccount): void {
  if (request === 'delete') throw new Failure('account.being-removed')
  if (!ownerLink) throw new Failure('account.needs-no-owner')
}

/** A failure stays until people start over, so that they can read it. */
async function want(
  tx: TenantTx,
  id: AccountId,
  { want: kind, again }: Wanting,
  now: Date,
): Promise<LinkedAccount> {
  if (again) await linkAnew(tx, id)
  const account = await findLinkedAccount(tx, id)
  if (!account.isConnected && !account.problem) await wantStep(tx, id, kind, now)
  return account
}

/** A link that has ended is forgotten, and a token that was used is replaced. */
async function linkAnew(tx: TenantTx, id: AccountId): Promise<void> {
  const { channel, problem, source } = await findLinkedAccount(tx, id)
  await startOver(tx, id)
  if (problem === 'signed-out') await forgetLink(tx, id)
  if (source) await offerClaim(tx, { id, channel, source })
}

function stateOf({ channel, isConnected, problem, step }: LinkedAccount, now: Date): LinkState {
  const choices = [...(accountForms[channel].linkChoices ?? [])]
  if (isConnected) return { status: 'connected', choices: [] }
  if (problem) return { status: 'failed', choices, problem: ownerProblemTexts[problem] }
  const isCurrent = step && (step.expiresAt === undefined || new Date(step.expiresAt) > now)
  return isCurrent ? { status: 'linking', choices, step } : { status: 'waiting', choices }
}

/** The two first and the last characters of an address, or those of its name and its domain: `+1••••••0142`, `an•••@acme.example`. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const [shown, kept] = at > 0 ? [address.slice(0, at), address.slice(at)] : [address, '']
  const last = kept === '' && shown.length > 8 ? 4 : 0
  const first = Math.min(2, Math.max(0, shown.length - last - 1))
  return `${shown.slice(0, first)}${'•'.repeat(Math.min(12, shown.length - first - last))}${last ? shown.slice(-last) : ''}${kept}`
}
