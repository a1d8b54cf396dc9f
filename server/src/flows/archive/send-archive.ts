import type { TenantId } from '@verbatim/contract/ids.ts'
import { unarchivedMails } from '#domains/archiving/due.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import type { Addresses } from '#domains/organizations/address.ts'
import { mayTry } from '#platform/archive-link/breaker.ts'
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
import { prolong, putAllOff, takeDue } from '#platform/work/tries.ts'
import { Acceptances } from './acceptances.ts'
import { compose, composeDay } from './compose.ts'
import { readDay } from './read-day.ts'
import { openRecords } from './read-record.ts'
import { storedForm, storedReceiver } from './receiver.ts'
import type { ArchiveForm, ArchiveMail, ArchiveRecord } from './record.ts'
import { breakerOf, fail, lackSome, putBack, suspend, type Taken } from './settle-mail.ts'

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

const minuteMs = 60_000
/** While a lease is longer than this, no other worker has the mail. */
const ownMs = 5 * minuteMs
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
  readonly acceptances: Acceptances
}

/**
 * Sends due mails of one organization to its archive, over a few connections. While the receiver is paused, none is taken, so no
 * attempt is used up. After a failure of the receiver the others are put back.
 * @param most Taken for one turn, which is over before their lease, unless the receiver is slow. Each turn opens connections of its own.
 * @returns How many were taken.
 */
export async function sendArchive(
  ctx: ArchiveContext,
  tenantId: TenantId,
  most: number = 100,
): Promise<number> {
  const { db, addresses, mediaHosts, archiveLink } = ctx
  const begun = await inTenant(db, tenantId, async (tx) => {
    const settings = await findArchiving(tx)
    if (settings?.mode !== 'on' || !mayTry(breakerOf(settings), ctx.now())) return undefined
    const taken = await takeDue(tx, unarchivedMails, most, ctx.now())
    return { settings, taken, form: await storedForm(tx, addresses, settings) }
  })
  if (!begun || begun.taken.length === 0) return 0
  const { settings, form } = begun
  const taken = begun.taken.toSorted(byOrder)
  const reached = await storedReceiver(ctx, settings)
  if ('problem' in reached) {
    const failure = { ...reached, isStored: false }
    const [first, ...others] = taken
    await inTenant(db, tenantId, async (tx) => {
      if (first) await suspend(tx, first, failure, ctx.now())
      await putAllOff(tx, triesOf(others), ctx.now())
    })
    return taken.length
  }
  const { receiver, isStored } = reached
  const link = openArchiveLink(receiver, { extraHosts: mediaHosts, ...archiveLink })
  const acceptances = new Acceptances({ ...ctx, tenantId }, settings.problem !== null)
  const course = { isUp: true, acceptances }
  const sending = { ...ctx, tenantId, link, form, isStored, course }
  try {
    // The link stays open until every lane has ended.
    const ended = await Promise.allSettled(lanesOf(taken).map((lane) => sendLane(sending, lane)))
    const broken = ended.find(({ status }) => status === 'rejected')
    await acceptances.stored()
    if (broken?.status === 'rejected') throw broken.reason
  } finally {
    link.close()
  }
  return taken.length
}

/** The order of capture, which is that of the ids of messages; the changes of a message follow it. */
const byOrder = ({ row: a }: Taken, { row: b }: Taken): number =>
  a.created_at.getTime() - b.created_at.getTime() ||
  compareText(a.message_id ?? '', b.message_id ?? '') ||
  a.revision - b.revision
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Mails about one conversation go over one connection, in their order. */
function lanesOf(taken: readonly Taken[]): Taken[][] {
  const lanes = Array.from({ length: linkConnections }, (): Taken[] => [])
  const laneOf = new Map<string, Taken[]>()
  for (const mail of taken) {
    // The previous release names no conversation.
    const about = mail.row.conversation_id ?? mail.row.message_id ?? ''
    const lane = laneOf.get(about) ?? lanes.toSorted((a, b) => a.length - b.length)[0] ?? []
    laneOf.set(about, lane)
    lane.push(mail)
  }
  return lanes
}

const triesOf = (taken: readonly Taken[]) => taken.map(({ tried }) => tried)

async function sendLane(sending: Sending, lane: readonly Taken[]): Promise<void> {
  const { db, tenantId, course, now } = sending
  const read = openRecords(
    sending,
    tenantId,
    lane.map(({ row }) => row),
  )
  for (const [index, mail] of lane.entries()) {
    if (!course.isUp) {
      await inTenant(db, tenantId, (tx) => putAllOff(tx, triesOf(lane.slice(index)), now()))
      return
    }
    await sendOne(sending, mail, read)
  }
}

type ReadRecord = (row: Row<'archive_mail'>) => Promise<ArchiveRecord | 'pending'>

async function sendOne(sending: Sending, mail: Taken, read: ReadRecord): Promise<void> {
  const { db, tenantId, now } = sending
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  try {
    const parts = await composed(sending, mail.row, read)
    if (parts !== 'pending') return await deliver(sending, mail, parts)
    await within((tx) => putBack(tx, mail, new Date(now().getTime() + minuteMs), now()))
  } catch (error) {
    if (!(error instanceof FileMissing || error instanceof FileDamaged)) throw error
    await within((tx) => fail(tx, mail, { problem: 'file-missing', answer: null, lasting: false }, now()))
  }
}

/** `pending` while a file is still being fetched. */
async function composed(
  sending: Sending,
  row: Row<'archive_mail'>,
  read: ReadRecord,
): Promise<ArchiveMail[] | 'pending'> {
  const { tenantId, form } = sending
  if (row.event === 'day') {
    const day = await readDay(sending, tenantId, row)
    return day === 'pending' ? day : composeDay(day, form)
  }
  const record = await read(row)
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
  for (const { build } of parts.slice(accepted)) {
    const raw = await build()
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
  if (refused.length === 0) {
    const { parts: count, parts_accepted, queue_id } = said()
    return course.acceptances.add({ tried, said: { parts: count, parts_accepted, queue_id } })
  }
  await within(async (tx) => {
    await prolong(tx, tried, now(), said())
    await lackSome(tx, mail, { refused: [...refused], refusal }, now())
  })
}

/** The receiver cannot be asked for further mails; it is suspended once, also if several workers notice. */
async function fallSilent(sending: Sending, mail: Taken, failure: Failure): Promise<void> {
  const { db, tenantId, course, isStored, now } = sending
  const wasUp = course.isUp
  course.isUp = false
  // What was accepted before it ends an earlier trouble, not this one.
  await course.acceptances.stored()
  await inTenant(db, tenantId, async (tx) => {
    if (wasUp) await suspend(tx, mail, { ...failure, isStored }, now())
    else await putBack(tx, mail, now(), now())
  })
}
