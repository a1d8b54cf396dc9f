/** What becomes of a mail that was tried, and of the receiver's breaker. */
import type { ArchiveMailId } from '@verbatim/contract/archive-mails.ts'
import type { ArchiveProblem } from '@verbatim/contract/archiving.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { ArchivingRow } from '#domains/archiving/find.ts'
import { noteNotTaken } from '#domains/archiving/outages.ts'
import { afterFailure } from '#platform/archive-link/breaker.ts'
import type { Failure } from '#platform/archive-link/problem.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { prolong, settle, type Try } from '#platform/work/tries.ts'

/** A receiver that refuses a password may lock it: it is not asked again soon, unless someone changes the settings. */
const signInPauseMs = 60 * minuteMs

export interface Taken {
  readonly row: Row<'archive_mail'>
  readonly tried: Try<'archive_mail'>
}

export const breakerOf = ({
  failures,
  paused_until: until,
}: Pick<ArchivingRow, 'failures' | 'paused_until'>) => ({ failures, until })

export const putBack = (tx: TenantTx, { tried }: Taken, due: Date, now: Date) =>
  settle(tx, tried, { putOff: due }, now)

/** Some recipients have the mail, and the others get it alone at the next attempt. */
export async function lackSome(
  tx: TenantTx,
  mail: Taken,
  { refused, refusal }: { readonly refused: string[]; readonly refusal: Failure | undefined },
  now: Date,
): ReturnType<typeof fail> {
  await prolong(tx, mail.tried, now, { recipients: refused, refused: [], parts_accepted: 0 })
  const { lasting = false, answer } = refusal ?? {}
  return fail(tx, mail, { problem: 'recipients', answer: answer ?? null, lasting }, now)
}

type Trouble = Pick<Row<'archive_mail'>, 'problem' | 'answer'> & { readonly lasting: boolean }

/** @returns When it is due again; undefined if another worker has it. */
export async function fail(
  tx: TenantTx,
  { tried }: Taken,
  trouble: Trouble,
  now: Date,
): Promise<Date | 'given-up' | undefined> {
  const { problem, answer, lasting } = trouble
  await prolong(tx, tried, now, { problem, answer })
  const settled = await settle(tx, tried, { failed: problem ?? '', lasting }, now)
  if (settled === 'given-up') return settled
  if (settled !== 'later') return undefined
  const mail = tx
    .selectFrom('archive_mail')
    .where('id', '=', tried.id as ArchiveMailId)
    .select('due_at')
  return (await mail.executeTakeFirst())?.due_at
}

/** The receiver failed, not the mail: the attempt does not count. @returns When it is due again. */
export async function suspend(
  tx: TenantTx,
  mail: Taken,
  {
    problem,
    answer: said,
    isStored,
  }: { problem: ArchiveProblem; answer: string | undefined; isStored: boolean },
  now: Date,
): Promise<Date> {
  const answer = said ?? null
  const settings = await tx.selectFrom('archiving').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
  const { failures, until } = afterFailure(breakerOf(settings), now)
  const isRefused = problem === 'sign-in' && !isStored
  const paused = isRefused ? new Date(now.getTime() + signInPauseMs) : until
  await tx
    .updateTable('archiving')
    .set({ failures, paused_until: paused, problem, answer, problem_at: now, ...forgetting(problem) })
    .execute()
  // People can do something about it at once, or it has failed often enough.
  await noteNotTaken(tx, { problem, answer, isCertain: paused !== null || problem === 'certificate' }, now)
  await prolong(tx, mail.tried, now, { problem, answer })
  const due = paused ?? new Date(now.getTime() + minuteMs)
  await putBack(tx, mail, due, now)
  return due
}

/** A token that was refused is not used again. */
const forgetting = (problem: ArchiveProblem) =>
  problem === 'sign-in' ? { access_sealed: null, access_until: null } : {}
