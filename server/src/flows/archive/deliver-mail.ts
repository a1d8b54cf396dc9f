import { minuteMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { noteNotTaken, noteRecovery, noteTaken } from '#domains/archiving/outages.ts'
import type { Addresses } from '#domains/organizations/address.ts'
import type { ArchiveLink, LinkOptions, Outcome } from '#platform/archive-link/link.ts'
import type { Failure } from '#platform/archive-link/problem.ts'
import type { Blobs } from '#platform/blobs.ts'
import type { Secrets } from '#platform/crypto.ts'
import { isPassing } from '#platform/db-errors.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { FileDamaged, FileMissing } from '#platform/files/failures.ts'
import type { Log } from '#platform/log.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { prolong } from '#platform/work/tries.ts'
import { compose, composeDay } from './compose.ts'
import type { Course } from './course.ts'
import { noteCut } from './own-failure.ts'
import { composing, NotComposed } from './not-composed.ts'
import { readDay } from './read-day.ts'
import type { ArchiveForm, ArchiveMail, ArchiveRecord } from './record.ts'
import { fail, lackSome, putBack, suspend, type Taken } from './settle-mail.ts'
import { notifyOfGivenUp } from './notify-of-given-up.ts'

export interface ArchiveContext extends DbContext {
  readonly blobs: Pick<Blobs, 'get'>
  readonly secrets: Secrets
  readonly addresses: Addresses
  readonly mediaHosts: readonly string[]
  /** How receivers are called, if not as usual. */
  readonly archiveLink?: Pick<LinkOptions, 'ca' | 'timeoutMs'>
  readonly log: Log
}

/** While a lease is longer than this, no other worker has the mail. */
const ownMs = 5 * minuteMs

export interface Sending extends ArchiveContext {
  readonly tenantId: TenantId
  readonly form: ArchiveForm
  /** The receiver may have revoked the token that it was signed in with. */
  readonly isStored: boolean
  readonly course: Course
  readonly read: (row: Row<'archive_mail'>) => Promise<ArchiveRecord | 'pending'>
}

/** One connection, and what it has done in the turn. */
export interface Connection {
  readonly link: ArchiveLink
  /** Mails, or parts of them. */
  taken: number
  wasRefused: boolean
}

/**
 * The outcome of a mail for those after it. `refused`: the receiver has other connections and does not want this
 * one; nothing is stored, and the mail waits for another. `until`: it is tried again then, and those of its conversation not before.
 * `suspected`: the connection ends at it each time, and whether others are taken is not known.
 */
type Delivered = 'refused' | { readonly until: Date } | { readonly suspected: Failure } | 'done'

/** Sends one mail, and stores the result. */
export async function deliverMail(sending: Sending, mail: Taken, connection: Connection): Promise<Delivered> {
  const { db, tenantId, now } = sending
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  try {
    const parts = await composing(() => composed(sending, mail.row))
    if (parts !== 'pending') return await deliver(sending, mail, connection, parts)
    await within((tx) => putBack(tx, mail, new Date(now().getTime() + minuteMs), now()))
    return 'done'
  } catch (error) {
    if (!(error instanceof NotComposed)) throw error
    return notComposed(sending, mail, error.cause)
  }
}

/** The mail is the reason, and others are sent; unless the database or the file store is away. */
async function notComposed(sending: Sending, mail: Taken, cause: unknown): Promise<Delivered> {
  const { db, tenantId, log, now } = sending
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  if (isPassing(cause)) {
    const due = new Date(now().getTime() + minuteMs)
    await within((tx) => putBack(tx, mail, due, now()))
    return { until: due }
  }
  const isFile = cause instanceof FileMissing || cause instanceof FileDamaged
  if (!isFile)
    log.error({ err: cause, tenantId, mailId: mail.row.id }, 'a mail to an archive was not composed')
  const problem = isFile ? 'file-missing' : 'not-composed'
  const trouble = { problem, answer: null, lasting: false } as const
  return heldUntil(await within((tx) => notifying(tx, sending, mail, fail(tx, mail, trouble, now()))))
}

/** The archive takes some of it, so the connection does not end because of what is in it. */
const uncut = { cuts: 0, cut_at: null }

const heldUntil = (due: Date | undefined): Delivered => (due ? { until: due } : 'done')

/** Notifies people of a mail that waits for them. @returns When it is due again, if it is. */
async function notifying(
  tx: TenantTx,
  sending: Sending,
  mail: Taken,
  failing: ReturnType<typeof fail>,
): Promise<Date | undefined> {
  const outcome = await failing
  if (outcome !== 'given-up') return outcome
  await notifyOfGivenUp(
    tx,
    sending,
    [mail],
    'An email could not be delivered, or not to all of its recipients, and Verbatim has stopped trying.',
  )
  return undefined
}

/** `pending` while a file is still being fetched. */
async function composed(sending: Sending, row: Row<'archive_mail'>): Promise<ArchiveMail[] | 'pending'> {
  const { tenantId, form, read } = sending
  if (row.event === 'day') {
    const day = await readDay(sending, tenantId, row)
    return day === 'pending' ? day : composeDay(day, form)
  }
  const record = await read(row)
  return record === 'pending' ? record : compose(record, form)
}

/** Delivers the parts that the archive does not have yet. */
async function deliver(
  sending: Sending,
  mail: Taken,
  connection: Connection,
  parts: readonly ArchiveMail[],
): Promise<Delivered> {
  const { db, tenantId, course, now } = sending
  const { row, tried } = mail
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  // Other settings make other parts.
  let accepted = row.parts === parts.length ? row.parts_accepted : 0
  let refused: readonly string[] = accepted > 0 ? row.refused : []
  let refusal: Failure | undefined
  // Those of the parts that the archive has.
  let queueIds = accepted > 0 ? row.queue_id : null
  const said = () => ({
    parts: parts.length,
    parts_accepted: accepted,
    refused: [...refused],
    queue_id: queueIds ?? row.queue_id,
  })
  for (const part of parts.slice(accepted)) {
    const outcome = await course.budget.within(part.mostBytes, () => send(sending, mail, connection, part))
    if (outcome === 'lost') return 'done'
    if (outcome.state !== 'accepted') {
      return isUnwanted(outcome, connection, course) ? 'refused' : blame(sending, mail, outcome)
    }
    course.hasTaken = true
    connection.taken += 1
    accepted += 1
    queueIds = [queueIds, outcome.queueId].filter(Boolean).join(', ') || null
    refused = [...new Set([...refused, ...outcome.rejected.map(({ address }) => address)])]
    refusal = outcome.rejected.at(-1)?.failure ?? refusal
    // Another connection goes on from here, if this one is refused.
    if (accepted < parts.length)
      Object.assign(row, await within((tx) => prolong(tx, tried, now(), { ...said(), ...uncut })))
  }
  if (refused.length === 0) {
    const { parts: count, parts_accepted, queue_id } = said()
    await course.acceptances.add({ tried, said: { parts: count, parts_accepted, queue_id } })
    return 'done'
  }
  await within(async (tx) => {
    await noteRecovery(tx, now())
    await noteTaken(tx, 1, now())
    await prolong(tx, tried, now(), said())
    await notifying(tx, sending, mail, lackSome(tx, mail, { refused: [...refused], refusal }, now()))
  })
  // The others have it, so those after it go on.
  return 'done'
}

type NotTaken = Exclude<Outcome, { readonly state: 'accepted' }>

/** The mail was not taken, and either the receiver or the mail is the reason. */
async function blame(sending: Sending, mail: Taken, failure: NotTaken): Promise<Delivered> {
  const { db, tenantId, course, now } = sending
  const { problem, answer = null, lasting, ofReceiver, mayHaveIt } = failure
  if (!ofReceiver) {
    // What was accepted before it shows nothing about the time since then.
    await course.acceptances.stored()
    return heldUntil(
      await inTenant(db, tenantId, async (tx) => {
        await noteNotTaken(tx, { problem, answer, isCertain: false }, now())
        return notifying(tx, sending, mail, fail(tx, mail, { problem, answer, lasting }, now()))
      }),
    )
  }
  const blamed = mayHaveIt ? await noteCut(sending, mail, failure) : 'receiver'
  if (blamed === 'given-up') return 'done'
  return blamed === 'suspect' ? { suspected: failure } : { until: await fallSilent(sending, mail, failure) }
}

/** Composes one part, and sends it. @returns `lost` if another worker has the mail by now. */
async function send(
  { db, tenantId, form, course, now }: Sending,
  { row, tried }: Taken,
  { link }: Connection,
  { build }: ArchiveMail,
): Promise<Outcome | 'lost'> {
  const raw = await composing(build)
  // A worker that slept through its lease does not send what another one sends by now.
  const isOurs =
    tried.until.getTime() - now().getTime() > ownMs ||
    (await inTenant(db, tenantId, (tx) => prolong(tx, tried, now())))
  if (!isOurs) return 'lost'
  const began = performance.now()
  const to = row.recipients ?? form.journalRecipients
  const outcome = await link.deliver({ from: form.fromAddress, to, raw })
  if (outcome.state === 'accepted') course.pace.took(performance.now() - began, raw.byteLength)
  return outcome
}

/**
 * The receiver may limit connections: it says that it is busy while it has others, or does not let in one while it takes mails over
 * others. The second time it counts as its failure. A mail that it may have got is never sent again at once.
 */
function isUnwanted(
  { problem, ofReceiver, mayHaveIt }: NotTaken,
  { taken, wasRefused }: Connection,
  course: Course,
): boolean {
  if (problem === 'busy' && course.open > 1) return true
  return ofReceiver && !mayHaveIt && course.isUp && course.hasTaken && taken === 0 && !wasRefused
}

/** The receiver cannot be asked for further mails; it is suspended once, also if several workers notice. @returns When the mail is due again. */
export async function fallSilent(sending: Sending, mail: Taken, failure: Failure): Promise<Date> {
  const { db, tenantId, course, isStored, now } = sending
  const wasUp = course.isUp
  course.isUp = false
  // What was accepted before it ends an earlier trouble, not this one.
  await course.acceptances.stored()
  return inTenant(db, tenantId, async (tx) => {
    if (wasUp) return suspend(tx, mail, { ...failure, isStored }, now())
    const due = now()
    await putBack(tx, mail, due, due)
    return due
  })
}
