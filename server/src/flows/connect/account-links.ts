/** Owners link their accounts themselves: with a mailed link, or beside an administrator. */
import {
  type AccountEntry,
  accountForms,
  entryOf,
  isLeftToOwner,
  isSecretKind,
  secretsOfOwner,
} from '@verbatim/contract/account-fields.ts'
import {
  type LinkChoice,
  type LinkState,
  type Onboarding,
  ownerProblemTexts,
} from '@verbatim/contract/account-links.ts'
import { type Channel, channelNames, type ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { findConnector } from '#channels/registry.ts'
import type { OwnersPart } from '#domains/accounts/integration-queries.ts'
import { forgetLink } from '#domains/accounts/linking.ts'
import {
  type AccountLink,
  findLink,
  findLinkedAccount,
  findReachable,
  type LinkedAccount,
  type ReachableAccount,
  startLinks,
  startOver,
  wantStep,
  withdrawRequest,
} from '#domains/accounts/links.ts'
import { isEstablished } from '#domains/accounts/shown-status.ts'
import { recordAudits } from '#domains/audit/commands.ts'
import { type MailContext, queueMails } from '#domains/mail/commands.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newToken } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { offerClaims } from './claims.ts'
import { linkMail } from './link-mail.ts'

export interface LinkContext extends MailContext {
  readonly addresses: Addresses
}

/** Which accounts of a channel work only once their owner did something. */
export function ownersPartOf(channel: ConnectableChannel): OwnersPart {
  const { collection, claim } = findConnector(channel) ?? {}
  return {
    channel,
    isAlways: collection?.needsOwner === true,
    isThroughSource: claim !== undefined,
    secrets: secretsOfOwner(channel),
  }
}

/** Whether an account works only once its owner did something. */
export function needsOwner({
  channel,
  source,
  secrets,
}: {
  readonly channel: Channel
  readonly source?: unknown
  /** The names of those that are set. */
  readonly secrets: readonly string[]
}): boolean {
  const part = ownersPartOf(channel)
  const claims = source !== undefined && part.isThroughSource
  return part.isAlways || claims || isLeftToOwner(channel, secrets)
}

/** The account, with `ownerLink` also if only its connector knows that its owner links it. */
export const withOwnerLink = (account: IntegrationAccount): IntegrationAccount =>
  needsOwner(account) ? { ...account, ownerLink: account.ownerLink ?? {} } : account

/** @throws Failure as the endpoint says */
export async function sendLink(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  account: IntegrationAccount,
): Promise<void> {
  requireLinking(account)
  if (await isEstablished(tx, account.id)) throw new Failure('account.is-connected')
  if (!account.owner) throw new Failure('account.no-owner')
  const reachable = await findReachable(tx, [account.id])
  if (reachable.length === 0) throw new Failure('account.owner-without-email')
  await mailLinks(tx, ctx, actor, reachable)
}

/** After accounts were created: where the owner links it and can be reached, they are asked. */
export async function sendFirstLinks(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  ids: readonly AccountId[],
): Promise<void> {
  const reachable = await findReachable(tx, ids)
  await mailLinks(tx, ctx, actor, reachable.filter(needsOwner))
}

/** After an account was asked to reconnect: its owner gets a new link if it works only once they linked it again. */
export async function sendLinkAgain(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  id: AccountId,
): Promise<void> {
  const reachable = (await findReachable(tx, [id])).filter(needsOwner)
  if (reachable.length === 0) return
  // A link that is still there is only opened again.
  const session = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .select('is_linked')
    .executeTakeFirst()
  if (!session?.is_linked) await mailLinks(tx, ctx, actor, reachable)
}

async function mailLinks(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  accounts: readonly ReachableAccount[],
): Promise<void> {
  if (accounts.length === 0) return
  const now = ctx.now()
  const links = accounts.map((account) => ({ ...account, token: newToken() }))
  const until = await startLinks(
    tx,
    links.map(({ id, token, email }) => ({ accountId: id, token, sentTo: email })),
    now,
  )
  const { organization, address } = await findSender(tx, ctx.addresses)
  const mails = links.map(({ id, channel, name, firstName, email, token }) => ({
    ...linkMail({
      firstName,
      organization,
      channelName: channelNames[channel],
      accountName: name,
      address,
      token,
      until,
    }),
    to: email,
    reference: { kind: 'account', id },
    uselessFrom: until,
  }))
  await queueMails(tx, ctx, mails)
  const audited = links.map(({ id, name, email }) => ({
    type: 'account_link_sent' as const,
    target: { kind: 'account', id, name },
    changes: [{ field: 'sentTo', old: null, new: email }],
  }))
  await recordAudits(tx, actor, audited, now)
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
  const { accountId, usedAt } = await requireLink(tx, token, now)
  const account = usedAt ? await findLinkedAccount(tx, accountId) : await want(tx, accountId, wanting, now)
  const { channel, name, address, source } = account
  const { before = [], ownerBefore = before, steps, ownerSteps = steps } = entryOf(channel, source)
  return {
    organization: (await requireOrganization(tx)).name,
    channel,
    channelName: channelNames[channel],
    accountName: name,
    address: masked(address),
    before: [...ownerBefore],
    steps: [...ownerSteps],
    ...stateOf(usedAt ? { ...account, isConnected: true } : account, now),
  }
}

/** The page that waits for its use sees it once more. @throws Failure `account-link.unknown`, `ended`, `used`, `expired` */
export async function requireLink(tx: TenantTx, token: string, now: Date): Promise<AccountLink> {
  const link = await findLink(tx, token)
  if (!link) throw new Failure('account-link.unknown')
  const { usedAt, isEnded, expiresAt } = link
  if (isEnded) throw new Failure('account-link.ended')
  if (usedAt && now.getTime() - usedAt.getTime() > seenForMs) throw new Failure('account-link.used')
  if (!usedAt && expiresAt <= now) throw new Failure('account-link.expired')
  return link
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
  const isOpened = findConnector(account.channel)?.collection !== undefined
  if (isOpened && !account.isConnected && !account.problem) await wantStep(tx, id, kind, now)
  return account
}

/** A link that has ended is forgotten, and a token that was used is replaced. */
async function linkAnew(tx: TenantTx, id: AccountId): Promise<void> {
  const { channel, problem, source } = await findLinkedAccount(tx, id)
  if (entryOf(channel, source).ownerEnters) await withdrawRequest(tx, id)
  await startOver(tx, id)
  if (problem === 'signed-out') await forgetLink(tx, id)
  if (source) await offerClaims(tx, [{ id, channel, source }])
}

function stateOf(account: LinkedAccount, now: Date): LinkState {
  const { channel, isConnected, problem, step, source } = account
  const choices = [...(accountForms[channel].linkChoices ?? [])]
  if (isConnected) return { status: 'connected', choices: [] }
  const entry = entryOf(channel, source)
  if (entry.ownerEnters) return formStateOf(entry, account)
  if (problem) return { status: 'failed', choices, problem: ownerProblemTexts[problem] }
  const isCurrent = step && (step.expiresAt === undefined || new Date(step.expiresAt) > now)
  return isCurrent ? { status: 'linking', choices, step } : { status: 'waiting', choices }
}

/** What was entered is checked at its provider before it counts. Without it, the account is not configured. */
function formStateOf({ fields }: AccountEntry, { isAsked, problem }: LinkedAccount): LinkState {
  if (isAsked && problem === undefined) return { status: 'waiting', choices: [] }
  if (problem !== undefined && problem !== 'not-configured')
    return { status: 'failed', choices: [], problem: formProblemTexts[problem] ?? ownerProblemTexts[problem] }
  const asked = fields.map(({ name, label, hint, kind }) => ({
    name,
    label,
    ...(hint && { hint }),
    isSecret: isSecretKind(kind),
  }))
  return { status: 'linking', choices: [], step: { kind: 'form', value: '', fields: asked } }
}

/** Where owners entered themselves what is wrong. */
const formProblemTexts: Partial<typeof ownerProblemTexts> = {
  'credentials-refused': 'The password is wrong. Enter it again.',
  'not-understood': 'Something else answers at this address. Check it, and enter it again.',
  'host-refused': 'This address can’t be used: it must be reachable from the internet.',
  unreachable: 'Nothing answers at this address. Check it, and that the Mac is awake, and try again.',
}

/** The two first and the last characters of an address, or those of its name and its domain: `+1••••••0142`, `an•••@acme.example`. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const [shown, kept] = at > 0 ? [address.slice(0, at), address.slice(at)] : [address, '']
  const last = kept === '' && shown.length > 8 ? 4 : 0
  const first = Math.min(2, Math.max(0, shown.length - last - 1))
  return `${shown.slice(0, first)}${'•'.repeat(Math.min(12, shown.length - first - last))}${last ? shown.slice(-last) : ''}${kept}`
}
