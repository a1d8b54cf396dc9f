/** An embedded insight is opened in two steps: its reader gets an address, and the frame of their page redeems it once. */
import { providerKindNames } from '@verbatim/contract/insight-providers.ts'
import type { PermissionProfileId, TenantId } from '@verbatim/contract/ids.ts'
import type { Insight, InsightId } from '@verbatim/contract/insights.ts'
import { purposeText } from '@verbatim/contract/purposes.ts'
import { purposeChange, recordAudit } from '#domains/audit/commands.ts'
import { hasEnded } from '#domains/identity/sessions.ts'
import { requireInsight } from '#domains/insights/queries.ts'
import {
  createTicket,
  type RedeemedTicket,
  redeemTicket,
  type Ticket,
  type TicketSession,
} from '#domains/insights/tickets.ts'
import { findPurpose } from '#domains/permissions/purposes.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { findProfileIds } from '#domains/permissions/profile-queries.ts'
import type { Actor, Via } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Connection, Opened, Thing } from './port.ts'
import {
  type Asker,
  askingFor,
  checkAt,
  type EmbeddingContext,
  inWords,
  providerOf,
  requireConnection,
} from './providers.ts'

/** What is opened, for whom, and with which filters. */
interface Opening {
  readonly insight: Insight & Thing
  readonly connection: Connection
  readonly profileIds: readonly PermissionProfileId[]
}

interface Wanted {
  readonly id: InsightId
  readonly browser: string
  readonly session: TicketSession
}

/**
 * A ticket to open an insight. Its provider is asked whether it can be shown, so that the page can say why not.
 * @throws Failure `insight.not-found`, `insight.bad-id` and every `embedded.…`
 */
export async function giveTicket(
  ctx: EmbeddingContext,
  actor: Actor,
  { id, browser, session }: Wanted,
  asker: Asker,
): Promise<Ticket> {
  const { db, now } = ctx
  const give = async () => {
    const { insight, connection } = await inTenant(db, actor.tenantId, (tx) => prepare(tx, ctx, actor, id))
    await checkAt(connection, insight, askingFor(ctx, asker))
    return inTenant(db, actor.tenantId, (tx) =>
      createTicket(tx, { insightId: insight.id, userId: actor.userId, browser, session }, now()),
    )
  }
  return ctx.providerTurns.run(actor, give, asker.signal)
}

/** What a frame has of the address that it was given. */
interface Redeeming {
  readonly tenantId: TenantId
  readonly code: string
  readonly browser: string
  readonly via: Via
}

/**
 * Opens what a ticket is for, as its owner may see it now, and records it before it is shown. Undefined if the ticket was redeemed
 * before, is too old, is of another browser, or its session has ended.
 * @throws Failure as `giveTicket`
 */
export async function openByTicket(
  ctx: EmbeddingContext,
  { tenantId, code, browser, via }: Redeeming,
  asker: Asker,
): Promise<Shown | undefined> {
  const { db, now, providerTurns } = ctx
  const ticket = await inTenant(db, tenantId, (tx) => redeemTicket(tx, { code, browser }, now()))
  if (!ticket) return undefined
  const whose = { tenantId, userId: ticket.userId }
  return providerTurns.run(whose, () => openFor(ctx, { tenantId, ticket, via }, asker), asker.signal)
}

export interface Shown extends Pick<Opened, 'url' | 'guestToken'> {
  readonly name: string
  readonly secondsLeft: number
}

interface Redeemed extends Pick<Redeeming, 'tenantId' | 'via'> {
  readonly ticket: RedeemedTicket
}

async function openFor(
  ctx: EmbeddingContext,
  { tenantId, ticket, via }: Redeemed,
  asker: Asker,
): Promise<Shown | undefined> {
  const { db, now } = ctx
  const ready = await inTenant(db, tenantId, async (tx) => {
    const { userId, session } = ticket
    if (await hasEnded(tx, { userId, originJti: session.id, authTime: session.signedInAt }, now()))
      return undefined
    const owner = await findActor(tx, ticket.userId)
    if (!owner?.permissions.has('insights.view'))
      throw new Failure('access.denied', { permission: 'insights.view' })
    const { isRequired, current } = await findPurpose(tx, owner.userId, now())
    if (isRequired && !current) throw new Failure('purpose.required')
    const purpose = current && { words: purposeText(current) }
    const reader: Actor = { ...owner, via, ...(purpose && { purpose }) }
    // Without its purpose, they may not read on.
    const mustEnd = isRequired && current ? [new Date(current.until)] : []
    return { actor: reader, opening: await prepare(tx, ctx, reader, ticket.insightId), mustEnd }
  })
  if (!ready) return undefined
  const { actor, opening, mustEnd } = ready
  const { insight, connection, profileIds } = opening
  const { kind } = connection
  const asking = askingFor(ctx, asker)
  // It may have been changed since the address was given: what is opened is what was checked a moment ago.
  await checkAt(connection, insight, asking)
  const opened = await inWords(kind, () =>
    providerOf[kind].open(connection, insight, { tenantId, profileIds }, asking),
  )
  await inTenant(db, tenantId, (tx) => {
    const target = { kind: 'insight', id: insight.id, name: insight.name }
    const changes = purposeChange(actor)
    return recordAudit(tx, actor, { type: 'insight_opened', target, changes }, now())
  })
  const { url, guestToken } = opened
  const ends = [opened.endsAt, ...mustEnd].map((at) => at.getTime())
  const secondsLeft = Math.max(0, Math.floor((Math.min(...ends) - now().getTime()) / 1_000))
  return { url, ...(guestToken && { guestToken }), name: insight.name, secondsLeft }
}

async function prepare(tx: TenantTx, ctx: EmbeddingContext, actor: Actor, id: InsightId): Promise<Opening> {
  const insight = await requireInsight(tx, actor, id)
  const { externalId } = insight
  if (externalId === undefined) throw new Failure('embedded.not-embedded')
  // What is shown there does not pass our edge, at which names are hidden.
  if (actor.readsUnderPseudonyms) throw new Failure('embedded.under-pseudonyms')
  const connection = await requireConnection(tx, ctx, insight.providerId)
  const profileIds = await findProfileIds(tx, actor.userId)
  if (profileIds.length === 0) throw new Failure('embedded.no-profile')
  const most = providerOf[connection.kind].mostProfiles
  if (most !== undefined && profileIds.length > most)
    throw new Failure('embedded.many-profiles', { provider: providerKindNames[connection.kind], most })
  return { insight: { ...insight, externalId }, connection, profileIds }
}
