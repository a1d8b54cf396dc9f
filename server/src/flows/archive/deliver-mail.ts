import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Addresses } from '#domains/organizations/address.ts'
import type { ArchiveLink, LinkOptions } from '#platform/archive-link/link.ts'
import type { Failure } from '#platform/archive-link/problem.ts'
import type { Blobs } from '#platform/blobs.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { FileDamaged, FileMissing } from '#platform/files/failures.ts'
import type { Log } from '#platform/log.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { prolong } from '#platform/work/tries.ts'
import { compose, composeDay } from './compose.ts'
import type { Course } from './course.ts'
import { readDay } from './read-day.ts'
import type { ArchiveForm, ArchiveMail, ArchiveRecord } from './record.ts'
import { fail, lackSome, putBack, suspend, type Taken } from './settle-mail.ts'

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
  hasTaken: boolean
  wasRefused: boolean
}

/**
 * Sends one mail, and stores what became of it.
 * @returns `refused` if the receiver has other connections and does not want this one: nothing is stored, and the mail waits for another.
 */
export async function deliverMail(
  sending: Sending,
  mail: Taken,
  connection: Connection,
): Promise<'refused' | undefined> {
  const { db, tenantId, now } = sending
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(db, tenantId, work)
  try {
    const parts = await composed(sending, mail.row)
    if (parts !== 'pending') return await deliver(sending, mail, connection, parts)
    await within((tx) => putBack(tx, mail, new Date(now().getTime() + minuteMs), now()))
  } catch (error) {
    if (!(error instanceof FileMissing || error instanceof FileDamaged)) throw error
    await within((tx) => fail(tx, mail, { problem: 'file-missing', answer: null, lasting: false }, now()))
  }
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
): Promise<'refused' | undefined> {
  const { db, tenantId, form, course, now } = sending
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
    if (!isOurs) return undefined
    const began = performance.now()
    const outcome = await connection.link.deliver({ from: form.fromAddress, to, raw })
    if (outcome.state !== 'accepted') {
      const { ofReceiver, problem, answer, lasting } = outcome
      if (ofReceiver && isUnwanted(connection, course)) return 'refused'
      if (ofReceiver) await fallSilent(sending, mail, outcome)
      else await within((tx) => fail(tx, mail, { problem, answer: answer ?? null, lasting }, now()))
      return undefined
    }
    course.pace.took(performance.now() - began)
    course.hasTaken = true
    connection.hasTaken = true
    accepted += 1
    queueId = outcome.queueId ?? queueId
    refused = [...new Set([...refused, ...outcome.rejected.map(({ address }) => address)])]
    refusal = outcome.rejected.at(-1)?.failure ?? refusal
    if (accepted < parts.length) await within((tx) => prolong(tx, tried, now(), said()))
  }
  if (refused.length === 0) {
    const { parts: count, parts_accepted, queue_id } = said()
    await course.acceptances.add({ tried, said: { parts: count, parts_accepted, queue_id } })
    return undefined
  }
  await within(async (tx) => {
    await prolong(tx, tried, now(), said())
    await lackSome(tx, mail, { refused: [...refused], refusal }, now())
  })
  return undefined
}

/** Its first mail failed while others are taken, so the receiver may limit connections. The second time it counts as its failure. */
const isUnwanted = (connection: Connection, course: Course): boolean =>
  course.isUp && course.hasTaken && !connection.hasTaken && !connection.wasRefused

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
