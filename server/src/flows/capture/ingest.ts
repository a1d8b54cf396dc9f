import type { Slice } from '@verbatim/contract/changes.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { RecordId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { channelsWith, fileAt, findConnector, type Readers } from '#channels/registry.ts'
import { noteArrived } from '#domains/accounts/canaries.ts'
import { noteCome } from '#domains/accounts/missing-gaps.ts'
import { noteConnected } from '#domains/accounts/connection-requests.ts'
import { recordStatements } from '#domains/accounts/standing-commands.ts'
import { letInByCopies } from '#domains/cognitive-events/raise.ts'
import { queueArchiveMails } from '#domains/archiving/queue-commands.ts'
import { noteReturned } from '#domains/archiving/return-commands.ts'
import { recordMessages } from '#domains/messages/commands.ts'
import { eventsIn, recordEvents } from '#domains/messages/event-commands.ts'
import type { Derivation, Fact, MessageFact, Said, StoredContent } from '#domains/messages/facts.ts'
import { recordRosters, rostersIn } from '#domains/messages/roster-commands.ts'
import { askAgain, expectRosters, hintsIn } from '#domains/messages/roster-questions.ts'
import { hasConversationService } from '#domains/organizations/profile-queries.ts'
import { covers } from '#domains/policies/verdict.ts'
import { type Examiner, examineTexts } from '#flows/examine/examine.ts'
import { openSlowVerdicts, SlowExamination, type SlowVerdicts } from '#flows/examine/judge-by-turns.ts'
import { recordRemarks } from '#flows/find-remarks/record.ts'
import type { ThemePlacer } from '#flows/revise-themes/place.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { canaryReferenceOf } from '#kernel/canary.ts'
import type { CapturedAccount } from '#kernel/captured-account.ts'
import type { CapturedAttachment } from '#kernel/captured-event.ts'
import type { Blobs } from '#platform/blobs.ts'
import { unreadAttachments } from '#domains/messages/reading-commands.ts'
import { announce } from '#platform/changes.ts'
import { isIdleTimeout, isPassing, isRefusal, isTooLong } from '#platform/db-errors.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { wake } from '#platform/work/wake.ts'
import { withColleagues } from './colleagues.ts'
import { storeContents } from './contents.ts'
import { withPeoples } from './hints-of-sources.ts'
import { withGaps, withOwners } from './owners.ts'
import { openPace, type Pace } from './pace.ts'
import { putOff, waitFor } from './quarantine.ts'
import { type From, type Lane, readBacklog } from './read-backlog.ts'
import { type Batch, type Readable, readBatch } from './read-batch.ts'
import type { ReadingMark } from './reading-mark.ts'
import { recordVotes } from './votes.ts'

export interface IngestContext extends DbContext {
  readonly blobs: Blobs
  readonly examiner: Examiner
  readonly themePlacer: ThemePlacer
  readonly readers: Pick<Readers, 'find'> & Partial<Pick<Readers, 'atOnce'>>
  readonly log: Log
  /** Of the lane; without it, a record that ends the process is not found. */
  readonly mark?: ReadingMark
  /** How long the texts of several records are examined in one transaction. */
  readonly examinationMs?: number
}

/** Batches of one tenant before the next tenant gets its turn; and records that are read alone. */
const batchesPerTurn = 10
const alonePerTurn = 100

/**
 * Turns the oldest records of a tenant's backlog into conversations, messages, events and the findings of policies. One
 * transaction takes up to a thousand records, so a record is ingested whole or not at all, and a process killed at any point
 * repeats the batch. While one batch is stored, the next is read, parsed and analysed. A failing record does not hold
 * back its neighbours: the batch is halved until the failing record is alone. That record is postponed, and quarantined after
 * its attempts. A fault of the database is no record's failure: what meets it waits, and its attempts are not counted. A batch
 * whose examination takes long is stored in smaller parts, and ends the turn soon: its other records wait for the next one.
 * A record may also end the process. Those that were being read then are read alone, and one at which the process ends when
 * it is alone has had an attempt.
 * @param lane Only the records of one lane; all if undefined.
 * @returns How many records were taken; 0 if none is due now.
 */
export async function ingest(ctx: IngestContext, tenantId: TenantId, lane?: Lane): Promise<number> {
  try {
    return (await ingestLeft(ctx, tenantId, lane)) || (await ingestBatches(ctx, tenantId, lane))
  } finally {
    await ctx.mark?.clear()
  }
}

async function ingestBatches(ctx: IngestContext, tenantId: TenantId, lane?: Lane): Promise<number> {
  let taken = 0
  const pace = openPace()
  let next = readBatch(ctx, tenantId, { lane })
  try {
    for (let turn = 1; turn <= batchesPerTurn; turn++) {
      const { batch, first, last, size, read, finders } = await next
      if (size === 0 || pace.isOver()) break
      taken += size
      if (turn < batchesPerTurn) {
        next = readBatch(ctx, tenantId, { after: last, lane }, first)
        next.catch(() => {}) // its failure is handled when it is awaited
      }
      await settle(
        { ...ctx, read, finders, waiting: new Set(), pace, verdicts: openSlowVerdicts() },
        tenantId,
        batch,
      )
    }
    return taken
  } finally {
    // What is still being read would set the mark after the turn.
    await next.catch(() => {})
  }
}

/** Reads alone what the last process was reading when it ended. */
async function ingestLeft(ctx: IngestContext, tenantId: TenantId, lane?: Lane): Promise<number> {
  const alone = ctx.mark?.leftOf(tenantId)
  if (!alone) return 0
  if (alone.first === alone.last) return blame(ctx, tenantId, { lane, alone })
  for (let taken = 0; taken < alonePerTurn; taken++) {
    const { batch, size, read, finders } = await readBatch(ctx, tenantId, { lane, alone })
    if (size === 0) {
      ctx.mark?.forget()
      return taken
    }
    const given = { read, finders, waiting: new Set<RecordId>() }
    await settle({ ...ctx, ...given, pace: openPace(), verdicts: openSlowVerdicts() }, tenantId, batch)
  }
  return alonePerTurn
}

/** The process ended at this record: it read no other. */
async function blame(ctx: IngestContext, tenantId: TenantId, from: From): Promise<number> {
  const { records } = await inTenant(ctx.db, tenantId, (tx) => readBacklog(tx, from, ctx.now()))
  for (const record of records)
    await putOff(ctx, tenantId, record, new Error('The process ended while it read the record'))
  ctx.mark?.forget()
  return records.length
}

interface BatchContext extends IngestContext, Pick<Batch, 'read' | 'finders'> {
  /** Records of the batch that met a fault of the database, alone. */
  readonly waiting: Set<RecordId>
  readonly pace: Pace
  readonly verdicts: SlowVerdicts
}

export type RecordContext = Omit<BatchContext, 'readers' | 'waiting' | 'pace' | 'verdicts'> &
  Partial<Pick<BatchContext, 'verdicts'>>

/** A fault that so many records of a batch meet is one of the whole database, so the rest of the tenant's records wait, too. */
const mostWaiting = 3

async function settle(ctx: BatchContext, tenantId: TenantId, batch: readonly Readable[]): Promise<void> {
  if (batch.length === 0 || ctx.pace.isOver()) return
  try {
    await store(ctx, tenantId, batch)
    ctx.pace.stored()
  } catch (error) {
    if (error instanceof SlowExamination) return settleInParts(ctx, tenantId, { batch, share: error.share })
    if (isPassing(error) && !(isIdleTimeout(error) && batch.length > 1)) throw error
    const [first] = batch
    if (batch.length === 1 && first) {
      // What takes too long alone is likely to be long itself.
      if (isRefusal(error) || isTooLong(error)) return putOff(ctx, tenantId, first.record, error)
      if (ctx.waiting.add(first.record.id).size > mostWaiting) throw error
      return waitFor(ctx, tenantId, first.record, error)
    }
    const half = Math.ceil(batch.length / 2)
    await settle(ctx, tenantId, batch.slice(0, half))
    await settle(ctx, tenantId, batch.slice(half))
  }
}

/** In parts of as many as were examined in time: the verdicts on the first of them are kept. */
async function settleInParts(
  ctx: BatchContext,
  tenantId: TenantId,
  { batch, share }: { readonly batch: readonly Readable[]; readonly share: number },
): Promise<void> {
  ctx.pace.slow()
  const size = Math.max(1, Math.floor(batch.length * share))
  for (let at = 0; at < batch.length; at += size) await settle(ctx, tenantId, batch.slice(at, at + size))
}

/** Examination in one transaction, if it has more than one record. Ordinary batches take a small part of it. */
const usualExaminationMs = 5_000

async function store(ctx: BatchContext, tenantId: TenantId, batch: readonly Readable[]): Promise<void> {
  const { contents, stored } = await storeContents(ctx, tenantId, batch)
  if (stored.length === 0) return
  await inTenant(ctx.db, tenantId, async (tx) => {
    await lockTenant(tx)
    const taken = await takeFromBacklog(tx, stored)
    const done = stored.filter(({ record }) => taken.has(record.id))
    const found = done.flatMap((readable) => readable.facts)
    const facts = await withGaps(tx, await withColleagues(tx, await withOwners(tx, found)))
    const first = done.filter(({ isFirst }) => isFirst).map((readable) => readable.record.accountId)
    await noteConnected(tx, [...new Set(first)], ctx.now())
    const mostMs = done.length > 1 ? (ctx.examinationMs ?? usualExaminationMs) : undefined
    const changed = await record(ctx, tx, { facts, contents, mostMs })
    if (changed.length > 0) await announce(tx, changed)
    if (contents.size > 0) await wake(tx, unreadAttachments)
  })
}

/** Messages first, then their events, then the policies' findings in every new text. */
export async function record(
  ctx: RecordContext,
  tx: TenantTx,
  {
    facts,
    contents,
    mostMs,
  }: {
    facts: readonly Fact[]
    contents: ReadonlyMap<CapturedAttachment, StoredContent>
    /** For the examination. */
    mostMs?: number | undefined
  },
): Promise<Slice[]> {
  if (facts.length === 0) return []
  const now = ctx.now()
  const { edition, compiled } = await ctx.examiner.compiledOf(tx)
  const derivation: Derivation = {
    read: ctx.read,
    contentOf: (attachment) => contents.get(attachment),
    fileAt,
    edition,
    covers: (message) => covers(compiled, message),
  }
  const messages = facts.filter((fact): fact is MessageFact => fact.event.kind === 'message')
  const statements = facts.filter((fact): fact is Fact<CapturedAccount> => fact.event.kind === 'account')
  const first = await recordMessages(tx, messages, derivation, now)
  const events = { facts: eventsIn(facts), arrived: messages }
  const changed = await recordEvents(tx, events, derivation, now)
  const opened = await recordVotes(tx, { votes: changed.votes, arrived: messages }, derivation, now)
  const said = [...first.said, ...opened.said]
  const edited = [...changed.edited, ...opened.edited]
  const completed = [...first.completed, ...changed.completed, ...opened.completed]
  const membership = await recordRosters(tx, rostersIn(facts), now)
  await expectRosters(tx, await conversationsToAsk(tx, said), now)
  await askAgain(tx, await withPeoples(tx, hintsIn(facts)), now)
  await recordStatements(tx, statements, now)
  await noteArrived(tx, canariesIn(messages), now)
  await noteCome(tx, [...first.come, ...opened.come])
  await letInByCopies(tx, [...first.mirrored, ...opened.mirrored])
  const eventIds = [...changed.happened, ...opened.happened, ...membership]
  await queueArchiveMails(tx, { said: [...said, ...edited], eventIds, completed }, now)
  const returned = await noteReturned(tx, reportsIn(messages), now)
  await ctx.themePlacer.place(tx, [...said, ...edited], ctx.read, now)
  await recordRemarks(tx, [...said, ...edited], ctx.finders)
  const examining = { compiled, costlyTexts: ctx.examiner.costlyTexts, verdicts: ctx.verdicts, mostMs }
  const raised = await examineTexts(tx, examining, [...said, ...edited], now)
  return [
    'messages',
    'conversations',
    'accounts',
    ...(statements.length > 0 ? (['audit'] as const) : []),
    ...(raised > 0 ? (['cognitive-events'] as const) : []),
    ...(returned > 0 ? (['organization'] as const) : []),
  ]
}

const askedChannels: ReadonlySet<Channel> = new Set(channelsWith('roster'))

/** Their rooms are asked for at the organization's messaging provider, if it has a service for them. */
const roomChannels: ReadonlySet<Channel> = new Set(
  [...askedChannels].filter((channel) => findConnector(channel)?.usesMessagingProvider),
)

async function conversationsToAsk(tx: TenantTx, said: readonly Said[]) {
  const asked = said.filter(({ channel }) => askedChannels.has(channel))
  const isInRooms = ({ channel }: Said) => roomChannels.has(channel)
  const hasRooms = asked.some(isInRooms) && (await hasConversationService(tx))
  return asked.flatMap((one) => (hasRooms || !isInRooms(one) ? [one.conversationId] : []))
}

const reportsIn = (messages: readonly MessageFact[]) =>
  messages.flatMap(({ event: { channel, messageKey, returned: mails } }) =>
    mails ? [{ channel, messageKey, mails }] : [],
  )

const canariesIn = (messages: readonly MessageFact[]) =>
  messages.flatMap(({ accountId: id, receivedAt, event: { body } }) => {
    const reference = body ? canaryReferenceOf(body) : undefined
    return reference ? [{ id, reference, receivedAt }] : []
  })

/** Another worker may have taken some of them meanwhile. */
async function takeFromBacklog(tx: TenantTx, batch: readonly Readable[]): Promise<ReadonlySet<RecordId>> {
  const ids = batch.map((readable) => readable.record.id)
  const rows = await tx
    .deleteFrom('record_backlog')
    .where('record_id', '=', sql<RecordId>`any(${ids}::uuid[])`)
    .returning('record_id')
    .execute()
  return new Set(rows.map(({ record_id }) => record_id))
}
