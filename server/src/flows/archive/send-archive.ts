import { minuteMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import { mayTry } from '#platform/archive-link/breaker.ts'
import { type ArchiveLink, openArchiveLink } from '#platform/archive-link/link.ts'
import type { Failure } from '#platform/archive-link/problem.ts'
import { inTenant } from '#platform/db.ts'
import { putAllOff } from '#platform/work/tries.ts'
import { Acceptances } from './acceptances.ts'
import { Budget } from '#platform/budget.ts'
import type { Course } from './course.ts'
import {
  type ArchiveContext,
  type Connection,
  deliverMail,
  fallSilent,
  type Sending,
} from './deliver-mail.ts'
import { giveUp } from './own-failure.ts'
import { Paces } from './pace.ts'
import { openRecords } from './read-record.ts'
import { storedForm, storedReceiver } from './receiver.ts'
import { breakerOf, suspend, type Taken } from './settle-mail.ts'
import { takeMails, triesOf } from './take-mails.ts'

interface Turn {
  /** Taken for one turn, which is over before their lease, unless the receiver is slow. */
  readonly most?: number
  readonly paces?: Paces
  readonly budget?: Budget
}

/**
 * Sends due mails of one organization to its archive, over as many connections as its answers make useful. While the receiver is
 * paused, none is taken, so no attempt is used up. After a failure of the receiver the others are put back. Each turn opens
 * connections of its own.
 * @returns How many were taken.
 */
export async function sendArchive(
  ctx: ArchiveContext,
  tenantId: TenantId,
  { most = 400, paces = new Paces(), budget = new Budget() }: Turn = {},
): Promise<number> {
  const { db, addresses, mediaHosts, archiveLink } = ctx
  const begun = await inTenant(db, tenantId, async (tx) => {
    const settings = await findArchiving(tx)
    if (settings?.mode !== 'on' || !mayTry(breakerOf(settings), ctx.now())) return undefined
    const taken = await takeMails(tx, most, ctx.now())
    return { settings, taken, form: await storedForm(tx, addresses, settings) }
  })
  if (!begun) return 0
  const { settings, form, taken } = begun
  const { count, conversations: waiting } = taken
  const mails = waiting.flat()
  if (mails.length === 0) return count
  const reached = await storedReceiver(ctx, settings)
  if ('problem' in reached) {
    const failure = { ...reached, isStored: false }
    const [first, ...others] = mails
    await inTenant(db, tenantId, async (tx) => {
      if (first) await suspend(tx, first, failure, ctx.now())
      await putAllOff(tx, triesOf(others), ctx.now())
    })
    return count
  }
  const { receiver, isStored } = reached
  const course: Course = {
    waiting,
    isUp: true,
    hasTaken: false,
    open: 0,
    pace: paces.of(tenantId, receiver),
    budget,
    acceptances: new Acceptances({ ...ctx, tenantId }, settings.problem !== null),
  }
  const rows = mails.map(({ row }) => row)
  const sending = { ...ctx, tenantId, form, isStored, course, read: openRecords(ctx, tenantId, rows) }
  await sendAll(sending, () => openArchiveLink(receiver, { extraHosts: mediaHosts, ...archiveLink }))
  return count
}

async function sendAll(sending: Sending, openLink: () => ArchiveLink): Promise<void> {
  const { course, now } = sending
  const errors: unknown[] = []
  const noting = (error: unknown) => void errors.push(error)
  const sent: Promise<void>[] = []
  const grow = () => {
    // Before the receiver has taken a mail, it may be away, or allow a single connection.
    const useful = course.hasTaken ? course.pace.connections(now()) : 1
    for (let more = Math.min(useful - course.open, course.waiting.length); more > 0; more -= 1) {
      course.open += 1
      const connection = { link: openLink(), taken: 0, wasRefused: false }
      sent.push(sendOver(sending, connection, grow).catch(noting))
    }
  }
  grow()
  // Those that are added while it waits are waited for, too.
  for (const one of sent) await one
  await course.acceptances.stored().catch(noting)
  if (errors.length === 0) return
  // No connection is left for them. If this fails as well, the end of their lease makes them due.
  const left = course.waiting.splice(0).flat()
  await putOff(sending, left, new Date(now().getTime() + minuteMs)).catch(noting)
  throw errors[0]
}

const putOff = ({ db, tenantId }: Sending, mails: readonly Taken[], due: Date) =>
  inTenant(db, tenantId, (tx) => putAllOff(tx, triesOf(mails), due))

/** Sends conversations over one connection until none waits. */
async function sendOver(sending: Sending, connection: Connection, grow: () => void): Promise<void> {
  const { course, now } = sending
  try {
    for (let mails = course.waiting.shift(); mails; mails = course.waiting.shift()) {
      const left = await sendConversation(sending, connection, mails, grow)
      if (left.length === 0) continue
      course.waiting.unshift(left)
      const others = course.open - 1
      course.pace.refused(Math.max(others, 1), now())
      if (others > 0) return
      // Those that would have sent them ended meanwhile.
      connection.wasRefused = true
    }
  } finally {
    course.open -= 1
    connection.link.close()
  }
}

/** @returns What another connection has to send, because the receiver does not want this one. */
async function sendConversation(
  sending: Sending,
  connection: Connection,
  mails: readonly Taken[],
  grow: () => void,
): Promise<Taken[]> {
  const { db, tenantId, course, now } = sending
  let suspects: Suspect[] = []
  const suspected = () => suspects.map(({ mail }) => mail)
  for (const [index, mail] of mails.entries()) {
    if (!course.isUp) {
      await putOff(
        sending,
        [...suspected(), ...mails.slice(index), ...course.waiting.splice(0).flat()],
        now(),
      )
      return []
    }
    const before = connection.taken
    const delivered = await deliverMail(sending, mail, connection).catch(async (error: unknown) => {
      // Nothing is known of it, so it is tried again before those after it.
      await putOff(sending, [...suspected(), ...mails.slice(index)], new Date(now().getTime() + minuteMs))
      throw error
    })
    if (delivered === 'refused') return [...suspected(), ...mails.slice(index)]
    if (delivered !== 'done' && 'suspected' in delivered) {
      suspects.push({ mail, failure: delivered.suspected })
      continue
    }
    if (delivered !== 'done') {
      // None overtakes it.
      await putOff(sending, [...suspected(), ...mails.slice(index + 1)], delivered.until)
      return []
    }
    if (connection.taken > before && suspects.length > 0) {
      await inTenant(db, tenantId, (tx) => giveUp(tx, sending, suspected()))
      suspects = []
    }
    if (course.isUp) grow()
  }
  const [first, ...others] = suspects
  if (first) {
    const due = await fallSilent(sending, first.mail, first.failure)
    await putOff(
      sending,
      others.map(({ mail }) => mail),
      due,
    )
  }
  return []
}

/** The connection ended at it, and the next mail shows whether it does at others. */
interface Suspect {
  readonly mail: Taken
  readonly failure: Failure
}
