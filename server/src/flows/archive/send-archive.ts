import type { ArchiveProblem } from '@verbatim/contract/archiving.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { healthy } from '#domains/archiving/commands.ts'
import { unarchivedMails } from '#domains/archiving/due.ts'
import { type ArchivingRow, findArchiving } from '#domains/archiving/find.ts'
import type { Addresses } from '#domains/organizations/address.ts'
import { afterFailure, mayTry } from '#platform/archive-link/breaker.ts'
import {
  type ArchiveLink,
  linkConnections,
  type LinkOptions,
  openArchiveLink,
} from '#platform/archive-link/link.ts'
import type { Failure } from '#platform/archive-link/problem.ts'
import type { Blobs } from '#platform/blobs.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { FileDamaged, FileMissing } from '#platform/files/failures.ts'
import type { Log } from '#platform/log.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { prolong, settle, takeDue, type Try } from '#platform/work/tries.ts'
import { compose, composeDay } from './compose.ts'
import { readDay } from './read-day.ts'
import { readRecord } from './read-record.ts'
import { storedForm, storedReceiver } from './receiver.ts'
import type { ArchiveForm, ArchiveMail } from './record.ts'

export interface ArchiveContext {
  readonly db: Db
  readonly blobs: Pick<Blobs, 'get'>
  readonly secrets: Secrets
  readonly addresses: Addresses
  readonly mediaHosts: readonly string[]
  /** How receivers are called, if not as usual. */
  readonly archiveLink?: Pick<LinkOptions, 'ca' | 'timeoutMs'>
  readonly log: Log
  readonly now: () => Date
}

/** Taken for one turn, which is over before their lease, unless the receiver is slow. */
const atOnce = 50
const minuteMs = 60_000
/** While a lease is longer than this, no other worker has the mail. */
const ownMs = 5 * minuteMs
/** A receiver that refuses a password may lock it: it is not asked again soon, unless someone changes the settings. */
const signInPauseMs = 60 * minuteMs

interface Sending extends ArchiveContext {
  readonly tenantId: TenantId
  readonly link: ArchiveLink
  readonly form: ArchiveForm
  /** The receiver may have revoked the token that it was signed in with. */
  readonly isStored: boolean
  readonly course: Course
}
/** How the turn goes, for all its lanes. */
interface Course {
  isUp: boolean
  /** The settings name a problem, which ends with the first mail that is taken. */
  isTroubled: boolean
}
interface Taken {
  readonly row: Row<'archive_mail'>
  readonly tried: Try<'archive_mail'>
}

/**
 * Sends due mails of one organization to its archive, over a few connections. While the receiver is paused, none is taken, so no
 * attempt is used up. After a failure of the receiver the others are put back.
 * @returns How many were taken.
 */
export async function sendArchive(ctx: ArchiveContext, tenantId: TenantId): Promise<number> {
  const { db, addresses, mediaHosts, archiveLink } = ctx
  const begun = await inTenant(db, tenantId, async (tx) => {
    const settings = await findArchiving(tx)
    if (settings?.mode !== 'on' || !mayTry(breakerOf(settings), ctx.now())) return undefined
    const taken = await takeDue(tx, unarchivedMails, atOnce, ctx.now())
    return { settings, taken, form: await storedForm(tx, addresses, settings) }
  })
  if (!begun || begun.taken.length === 0) return 0
  const { settings, form } = begun
  const taken = begun.taken.toSorted((a, b) => a.row.revision - b.row.revision)
  const reached = await storedReceiver(ctx, settings)
  if ('problem' in reached) {
    const failure = { ...reached, isStored: false }
    const [first, ...others] = taken
    await inTenant(db, tenantId, async (tx) => {
      if (first) await suspend(tx, first, failure, ctx.now())
      for (const mail of others) await putBack(tx, mail, ctx.now(), ctx.now())
    })
    return taken.length
  }
  const { receiver, isStored } = reached
  const link = openArchiveLink(receiver, { extraHosts: mediaHosts, ...archiveLink })
  const course = { isUp: true, isTroubled: settings.problem !== null }
  const sending = { ...ctx, tenantId, link, form, isStored, course }
  try {
    // The link stays open until every lane has ended.
    const ended = await Promise.allSettled(lanesOf(taken).map((lane) => sendLane(sending, lane)))
    const broken = ended.find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
  } finally {
    link.close()
  }
  return taken.length
}

/** Mails about one message, or one conversation and day, stay in their order. */
function lanesOf(taken: readonly Taken[]): Taken[][] {
  const lanes = Array.from({ length: linkConnections }, (): Taken[] => [])
  const laneOf = new Map<string, Taken[]>()
  for (const mail of taken) {
    const about = mail.row.message_id ?? mail.row.conversation_id ?? ''
    const lane = laneOf.get(about) ?? lanes[laneOf.size % lanes.length] ?? []
    laneOf.set(about, lane)
    lane.push(mail)
  }
  return lanes
}

async function sendLane(sending: Sending, lane: readonly Taken[]): Promise<void> {
  const { db, tenantId, course, now } = sending
  for (const mail of lane)
    if (course.isUp) await sendOne(sending, mail)
    else await inTenant(db, tenantId, (tx) => putBack(tx, mail, now(), now()))
}

const breakerOf = ({ failures, paused_until: until }: Pick<ArchivingRow, 'failures' | 'paused_until'>) => ({
  failures,
  until,
})

const putBack = (tx: TenantTx, { tried }: Taken, due: Date, now: Date) =>
  settle(tx, tried, { putOff: due }, now)

async function sendOne(sending: Sending, mail: Taken): Promise<void> {
  const { db, tenantId, now } = sending
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  let parts: ArchiveMail[] | 'pending'
  try {
    parts = await composed(sending, mail.row)
  } catch (error) {
    if (!(error instanceof FileMissing || error instanceof FileDamaged)) throw error
    await within((tx) => fail(tx, mail, { problem: 'file-missing', answer: null, lasting: false }, now()))
    return
  }
  if (parts !== 'pending') return deliver(sending, mail, parts)
  await within((tx) => putBack(tx, mail, new Date(now().getTime() + minuteMs), now()))
}

/** `pending` while a file is still being fetched. */
async function composed(sending: Sending, row: Row<'archive_mail'>): Promise<ArchiveMail[] | 'pending'> {
  const { tenantId, form } = sending
  if (row.event === 'day') {
    const day = await readDay(sending, tenantId, row)
    return day === 'pending' ? day : composeDay(day, form)
  }
  const record = await readRecord(sending, tenantId, row)
  return record === 'pending' ? record : compose(record, form)
}

/** Delivers the parts that the archive does not have yet. */
async function deliver(sending: Sending, mail: Taken, parts: readonly ArchiveMail[]): Promise<void> {
  const { db, tenantId, form, link, course, now } = sending
  const { row, tried } = mail
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  const to = row.recipients ?? form.journalRecipients
  // Other settings make other parts.
  let accepted = row.parts === parts.length ? row.parts_accepted : 0
  let refused: readonly string[] = accepted > 0 ? row.refused : []
  let refusal: Failure | undefined
  let queueId = row.queue_id
  const said = () => ({
    parts: parts.length,
    parts_accepted: accepted,
    refused: [...refused],
    queue_id: queueId,
  })
  for (const { raw } of parts.slice(accepted)) {
    // A worker that slept through its lease does not send what another one sends by now.
    const isOurs =
      tried.until.getTime() - now().getTime() > ownMs || (await within((tx) => prolong(tx, tried, now())))
    if (!isOurs) return
    const outcome = await link.deliver({ from: form.fromAddress, to, raw })
    if (outcome.state !== 'accepted') {
      const { ofReceiver, problem, answer } = outcome
      if (ofReceiver) return fallSilent(sending, mail, outcome)
      await within((tx) =>
        fail(tx, mail, { problem, answer: answer ?? null, lasting: outcome.lasting }, now()),
      )
      return
    }
    accepted += 1
    queueId = outcome.queueId ?? queueId
    refused = [...new Set([...refused, ...outcome.rejected.map(({ address }) => address)])]
    refusal = outcome.rejected.at(-1)?.failure ?? refusal
    if (accepted < parts.length) await within((tx) => prolong(tx, tried, now(), said()))
  }
  const wasTroubled = course.isTroubled
  course.isTroubled = false
  await within(async (tx) => {
    if (wasTroubled) await tx.updateTable('archiving').set(healthy).where('problem', 'is not', null).execute()
    if (refused.length > 0) {
      await prolong(tx, tried, now(), said())
      return lackSome(tx, mail, { refused: [...refused], refusal }, now())
    }
    const done = {
      ...said(),
      state: 'accepted',
      lease_until: null,
      finished_at: now(),
      ...untroubled,
    } as const
    await settle(tx, tried, { done }, now())
  })
}

/** The receiver cannot be asked for further mails; it is suspended once, also if several workers notice. */
async function fallSilent(sending: Sending, mail: Taken, failure: Failure): Promise<void> {
  const { db, tenantId, course, isStored, now } = sending
  const wasUp = course.isUp
  course.isUp = false
  await inTenant(db, tenantId, async (tx) => {
    if (wasUp) await suspend(tx, mail, { ...failure, isStored }, now())
    else await putBack(tx, mail, now(), now())
  })
}

const untroubled = { problem: null, answer: null, recipients: null }

/** Some recipients have the mail, and the others get it alone at the next attempt. */
async function lackSome(
  tx: TenantTx,
  mail: Taken,
  { refused, refusal }: { readonly refused: string[]; readonly refusal: Failure | undefined },
  now: Date,
): Promise<void> {
  await prolong(tx, mail.tried, now, { recipients: refused, refused: [], parts_accepted: 0 })
  const { lasting = false, answer } = refusal ?? {}
  await fail(tx, mail, { problem: 'recipients', answer: answer ?? null, lasting }, now)
}

type Trouble = Pick<Row<'archive_mail'>, 'problem' | 'answer'> & { readonly lasting: boolean }

async function fail(tx: TenantTx, { tried }: Taken, trouble: Trouble, now: Date): Promise<void> {
  const { problem, answer, lasting } = trouble
  await prolong(tx, tried, now, { problem, answer })
  await settle(tx, tried, { failed: problem ?? '', lasting }, now)
}

/** The receiver failed, not the mail: the attempt does not count. */
async function suspend(
  tx: TenantTx,
  mail: Taken,
  {
    problem,
    answer: said,
    isStored,
  }: { problem: ArchiveProblem; answer: string | undefined } & Pick<Sending, 'isStored'>,
  now: Date,
): Promise<void> {
  const answer = said ?? null
  const settings = await tx.selectFrom('archiving').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
  const { failures, until } = afterFailure(breakerOf(settings), now)
  const isRefused = problem === 'sign-in' && !isStored
  const paused = isRefused ? new Date(now.getTime() + signInPauseMs) : until
  await tx
    .updateTable('archiving')
    .set({ failures, paused_until: paused, problem, answer, problem_at: now, ...forgetting(problem) })
    .execute()
  await prolong(tx, mail.tried, now, { problem, answer })
  await putBack(tx, mail, paused ?? new Date(now.getTime() + minuteMs), now)
}

/** A token that was refused is not used again. */
const forgetting = (problem: ArchiveProblem) =>
  problem === 'sign-in' ? { access_sealed: null, access_until: null } : {}
