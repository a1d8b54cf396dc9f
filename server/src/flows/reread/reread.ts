/** `npm run redigest`: kept records are read again. Source: docs/decisions/0105-read-again.md. */
import { fileAt } from '#channels/registry.ts'
import { type AuditedBy, recordAudit } from '#domains/audit/commands.ts'
import { queueArchiveMails } from '#domains/archiving/queue-commands.ts'
import { noteCome } from '#domains/accounts/missing-gaps.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { eventsIn, recordEvents } from '#domains/messages/event-commands.ts'
import type { Derivation, MessageFact } from '#domains/messages/facts.ts'
import { recordRosters, rostersIn } from '#domains/messages/roster-commands.ts'
import { findDayZone } from '#domains/messages/promise-commands.ts'
import { unreadAttachments } from '#domains/messages/reading-commands.ts'
import { letInByCopies } from '#domains/cognitive-events/raise.ts'
import { rereadMessages } from '#domains/messages/reread-commands.ts'
import { storeContents } from '#flows/capture/contents.ts'
import type { IngestContext } from '#flows/capture/ingest.ts'
import { withOwners } from '#flows/capture/owners.ts'
import type { Readable } from '#flows/capture/read-batch.ts'
import { withColleagues } from '#flows/capture/colleagues.ts'
import { type KeptRecord, parseRecord } from '#flows/capture/parse.ts'
import { recordVotes } from '#flows/capture/votes.ts'
import { covers } from '#domains/policies/verdict.ts'
import { examineTexts } from '#flows/examine/examine.ts'
import { openReadings } from '#flows/examine/read.ts'
import { openFinders, readAhead } from '#flows/find-remarks/find.ts'
import { recordRemarks } from '#flows/find-remarks/record.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { announce } from '#platform/changes.ts'
import { isIdleTimeout, isPassing, isRefusal, isTooLong } from '#platform/db-errors.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { batchRows, type Choice, findRereadable } from './records.ts'
import { beginRun, moveRun, type Run, type RunCounts } from './runs.ts'

interface RereadContext extends IngestContext {
  readonly release: string
  readonly operator: AuditedBy
  /** Aborted to stop after the batch that is under way. */
  readonly signal?: AbortSignal
  readonly tell?: (counts: RunCounts) => void
}

/**
 * Reads the chosen records of an organization again, batch by batch. Each batch is one transaction with its place, so a process
 * that is killed at any point, or runs twice, goes on from there. A batch that the database refuses is read in halves, down to the
 * record that it refuses.
 */
export async function rereadRecords(
  ctx: RereadContext,
  tenantId: TenantId,
  choice: Choice,
): Promise<RunCounts> {
  const { db, release, operator, now, signal, tell } = ctx
  let run = await inTenant(db, tenantId, async (tx) => {
    const begun = await beginRun(tx, { release, choice }, now())
    if (begun.isNew)
      await recordAudit(
        tx,
        operator,
        {
          type: 'records_reread',
          changes: Object.entries({ release, ...choice }).flatMap(([field, value]) =>
            value === undefined ? [] : [{ field, old: null, new: String(value) }],
          ),
        },
        now(),
      )
    return begun.run
  })
  let size = batchRows
  while (!run.isFinished) {
    if (signal?.aborted) break
    const turned = await turn(ctx, tenantId, { run, choice, size })
    size = turned.size
    if (!turned.run) continue
    run = turned.run
    tell?.(run)
  }
  return run
}

interface Turned {
  /** After the batch; undefined if the database refused it, so that a smaller one is next. */
  readonly run?: Run
  /** Of the next batch. */
  readonly size: number
}

async function turn(
  ctx: RereadContext,
  tenantId: TenantId,
  { run, choice, size }: { readonly run: Run; readonly choice: Choice; readonly size: number },
): Promise<Turned> {
  const { db, now } = ctx
  const { records, places, last, ...known } = await inTenant(db, tenantId, async (tx) => {
    const found = await findRereadable(tx, choice, { after: run.place, most: size })
    const ids = [...new Set(found.records.map(({ accountId }) => accountId))]
    const owned = await findAccounts(tx, ids)
    const zone = await findDayZone(tx)
    return { ...found, zone, accounts: new Map(owned.map((account) => [account.id, account])) }
  })
  const move = (tx: TenantTx, counts: Partial<RunCounts>) =>
    moveRun(tx, run, { place: last, now: now(), counts })
  if (!last) return { run: await inTenant(db, tenantId, (tx) => move(tx, {})), size }
  const reading = await readBatch(ctx, tenantId, { ...known, records })
  let { unreadable } = reading
  const next = { size: Math.min(2 * size, batchRows) }
  let moved
  try {
    moved = await inTenant(db, tenantId, async (tx) =>
      move(tx, {
        ...(await store(ctx, tx, reading)),
        records: records.length,
        unreadable: unreadable.length,
      }),
    )
  } catch (error) {
    const isRefused = isOfRecord(error)
    if (places > 1 && (isRefused || isIdleTimeout(error))) return { size: Math.ceil(places / 2) }
    if (!isRefused) throw error
    // It is the only one of its batch.
    unreadable = records.map((record) => ({ record, error }))
    const counts = { records: records.length, unreadable: unreadable.length }
    moved = await inTenant(db, tenantId, (tx) => move(tx, counts))
  }
  for (const { record, error } of unreadable)
    ctx.log.error({ err: error, recordId: record.id }, 'a record could not be read again')
  return { run: moved, ...next }
}

/** What the database refuses of a record, or does not finish in time. An error without its code is none of the database. */
const isOfRecord = (error: unknown) =>
  error instanceof Error && 'code' in error && (isRefusal(error) || isTooLong(error))

type ReadBatch = Awaited<ReturnType<typeof readBatch>>

/** Reads a batch, and keeps its contents, before the transaction that stores it. */
async function readBatch(
  ctx: RereadContext,
  tenantId: TenantId,
  { records, accounts, zone }: { records: readonly KeptRecord[]; accounts: Accounts; zone: string },
) {
  const { readable, unreadable } = await readAll(ctx, records, accounts)
  const { contents, stored } = await storeContents(ctx, tenantId, readable)
  if (stored.length < readable.length)
    throw new Error('The file store is not available. Run the command again later.')
  const read = await openReadings()
  const found = stored.flatMap((one) => one.facts)
  for (const { event } of found) if (event.kind === 'message') read(event)
  const finders = openFinders(zone)
  readAhead(finders, found)
  return { unreadable, found, contents, read, finders }
}

async function store(
  ctx: RereadContext,
  tx: TenantTx,
  { found, contents, read, finders }: ReadBatch,
): Promise<Pick<RunCounts, 'understood' | 'added'>> {
  const { now } = ctx
  await lockTenant(tx)
  const facts = await withColleagues(tx, await withOwners(tx, found))
  const { edition, compiled } = await ctx.examiner.compiledOf(tx)
  const derivation: Derivation = {
    read,
    contentOf: (file) => contents.get(file),
    fileAt,
    edition,
    covers: (message) => covers(compiled, message),
  }
  const messages = facts.filter((fact): fact is MessageFact => fact.event.kind === 'message')
  const reread = await rereadMessages(tx, messages, derivation, { now: now(), release: ctx.release })
  const { understood, added, come, arrived } = reread
  // What records say of connections was true at their time only.
  const changed = await recordEvents(tx, { facts: eventsIn(facts), arrived }, derivation, now())
  const opened = await recordVotes(tx, { votes: changed.votes, arrived }, derivation, now())
  const said = [...reread.said, ...opened.said]
  const edited = [...changed.edited, ...opened.edited]
  const membership = await recordRosters(tx, rostersIn(facts), now())
  const happened = [...changed.happened, ...opened.happened, ...membership]
  await noteCome(tx, [...come, ...opened.come])
  await letInByCopies(tx, [...reread.mirrored, ...opened.mirrored])
  const completed = [...reread.completed, ...changed.completed, ...opened.completed]
  await queueArchiveMails(tx, { said: [...said, ...edited], eventIds: happened, completed }, now())
  await ctx.themePlacer.place(tx, [...said, ...edited], read, now())
  await recordRemarks(tx, [...said, ...edited], finders)
  const { costlyTexts } = ctx.examiner
  const raised = await examineTexts(tx, { compiled, costlyTexts }, [...said, ...edited], now())
  if (said.length + edited.length + happened.length > 0)
    await announce(tx, ['messages', 'conversations', ...(raised > 0 ? (['cognitive-events'] as const) : [])])
  if (contents.size > 0 && understood + added > 0) await wake(tx, unreadAttachments)
  return { understood, added }
}

type Accounts = ReadonlyMap<AccountId, Account>

interface Unreadable {
  readonly record: KeptRecord
  readonly error: unknown
}

/** A record that cannot be read today stays as it is. */
async function readAll(
  { readers }: RereadContext,
  records: readonly KeptRecord[],
  accounts: Accounts,
): Promise<{ readable: readonly Readable[]; unreadable: readonly Unreadable[] }> {
  const readable: Readable[] = []
  const unreadable: Unreadable[] = []
  for (const record of records) {
    const account = accounts.get(record.accountId)
    try {
      if (!account) throw new Error('The account of the record is gone')
      const facts = await parseRecord(readers, record, account)
      readable.push({ record, facts, isFirst: false })
    } catch (error) {
      if (isPassing(error)) throw error
      unreadable.push({ record, error })
    }
  }
  return { readable, unreadable }
}
