import {
  type CoveredDay,
  dayReasonTexts,
  dayStateNames,
  type exportCoverage,
} from '@verbatim/contract/account-coverage.ts'
import { lackText } from '@verbatim/contract/attachment-words.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { Cell } from '@verbatim/documents/tables/table-file.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { cellsOf, type ExportedColumn, type ExportedTable, noOmissions } from '#platform/list/exported.ts'
import { countOf } from '#platform/rows.ts'
import type { KnownChannels } from './covered-days.ts'
import { type CoveredAccount, type DaySpan, findCoveredAccounts, findDays } from './coverage-queries.ts'
import { dayStart } from './covered-time.ts'

/** A day of an account, or one thing that it lacks. */
interface Line {
  readonly account: CoveredAccount
  readonly day: string
  readonly covered?: CoveredDay
  readonly missing?: { readonly what: string; readonly id: string; readonly reason: string }
}

const columns: readonly ExportedColumn<Line>[] = [
  { name: 'Day (UTC)', width: 12, cell: ({ day }) => day },
  { name: 'Account', width: 24, cell: ({ account }) => account.name },
  { name: 'Channel', width: 18, cell: ({ account }) => channelNames[account.channel] },
  { name: 'Number or address', width: 24, cell: ({ account }) => account.address },
  {
    name: 'What',
    width: 22,
    cell: ({ covered, missing }) => (covered ? dayStateNames[covered.state] : missing?.what),
  },
  {
    name: 'Why',
    width: 60,
    cell: ({ covered, missing }) =>
      covered ? covered.reasons.map((reason) => dayReasonTexts[reason]).join('; ') : missing?.reason,
  },
  { name: 'ID', width: 38, cell: ({ missing }) => missing?.id },
  { name: 'Received', cell: ({ covered }) => covered?.received },
  { name: 'Accepted', cell: ({ covered }) => covered?.accepted },
  { name: 'Duplicate', cell: ({ covered }) => covered?.duplicate ?? undefined },
  { name: 'Quarantined', cell: ({ covered }) => covered?.quarantined },
  { name: 'Refused', cell: ({ covered }) => covered?.refused },
  { name: 'Files not fetched', cell: ({ covered }) => covered?.lostFiles },
  { name: 'Hours to compare', cell: ({ covered }) => covered?.hoursDue },
  {
    name: 'Hours not compared',
    width: 24,
    cell: ({ covered }) => covered?.hoursMissing.map((hour) => String(hour).padStart(2, '0')).join(' '),
  },
  { name: 'At the provider', cell: ({ covered }) => covered?.listed },
  { name: 'Fetched afterwards', cell: ({ covered }) => covered?.recovered },
  { name: 'Account ID', width: 38, cell: ({ account }) => account.id },
]

interface Reading extends KnownChannels {
  readonly now: Date
}

/**
 * Every day of the accounts within `scope`, and after an account's days each thing that it lacks. Read within `tx`, which must be
 * a snapshot.
 */
export async function openCoverageExport(
  tx: TenantTx,
  scope: AccessScope,
  question: InputOf<typeof exportCoverage>['query'],
  { now, ...known }: Reading,
): Promise<ExportedTable> {
  const accounts = (await findCoveredAccounts(tx, scope, { id: question.accountId, ...known }, now)).map(
    (account) => ({ account, span: spanOf(account, question, now) }),
  )
  let rowsTotal = 0
  for (const { account, span } of accounts) {
    const days = Math.max(0, (span.last - span.first) / dayMs + 1)
    rowsTotal += days === 0 ? 0 : days + (await countOf(tx, missingOf(account.id, span)))
  }
  return { columns, rowsTotal, batches: readBatches(), omissions: () => Promise.resolve(noOmissions) }

  async function* readBatches(): AsyncGenerator<Cell[][]> {
    for (const { account, span } of accounts) {
      for (let first = span.first; first <= span.last; first += daysAtOnce * dayMs) {
        const last = Math.min(span.last, first + (daysAtOnce - 1) * dayMs)
        const days = await findDays(tx, account, { first, last }, now)
        yield days.map((covered) => cellsOf(columns, { account, day: covered.day, covered }))
      }
      for await (const missing of eachMissing(tx, account.id, span))
        yield missing.map((row) => cellsOf(columns, lineOf(account, row)))
    }
  }
}

const daysAtOnce = 1_000
const missingAtOnce = 1_000

function spanOf(
  { firstDay }: CoveredAccount,
  { from, until }: InputOf<typeof exportCoverage>['query'],
  now: Date,
): DaySpan {
  const [first, last] = [from, until].map((day) => (day ? Date.parse(`${day}T00:00:00Z`) : undefined))
  const today = dayStart(now.getTime())
  return { first: Math.max(firstDay, first ?? firstDay), last: Math.min(today, last ?? today) }
}

interface MissingRow {
  readonly id: string
  readonly is_file: boolean
  readonly reason: string
  readonly at: Date
}

/** Records that could not be read, by the time of their receipt, and files that will not come, by that of their messages. */
function missingOf(id: AccountId, { first, last }: DaySpan) {
  const [from, before] = [new Date(first), new Date(last + dayMs)]
  return sql`(
    select held.record_id as id, false as is_file, held.reason, kept.received_at as at
    from quarantined_record held
    join message_record kept on kept.tenant_id = held.tenant_id and kept.id = held.record_id
    where held.account_id = ${id} and kept.received_at >= ${from}::timestamptz and kept.received_at < ${before}::timestamptz
    union all
    select file.id, true, coalesce(file.gap_reason, ''), said.captured_at
    from attachment file join message said on said.tenant_id = file.tenant_id and said.id = file.message_id
    where file.state = 'gap' and said.account_id = ${id}
      and said.captured_at >= ${from}::timestamptz and said.captured_at < ${before}::timestamptz
  ) missing`
}

async function* eachMissing(tx: TenantTx, id: AccountId, span: DaySpan): AsyncGenerator<MissingRow[]> {
  let after: string | undefined
  for (;;) {
    // By ID: those of records and files ascend with the time, and none is skipped.
    const { rows } = await sql<MissingRow>`select * from ${missingOf(id, span)}
      where ${after === undefined ? sql`true` : sql`missing.id > ${after}::uuid`}
      order by missing.id limit ${missingAtOnce}`.execute(tx)
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.id
    if (rows.length < missingAtOnce) return
  }
}

/** Reasons are codes or sentences. */
const reasonText = (reason: string) =>
  Object.hasOwn(failures, reason) ? failures[reason as FailureCode].message : reason

function lineOf(account: CoveredAccount, { id, is_file: isFile, reason, at }: MissingRow): Line {
  return {
    account,
    day: at.toISOString().slice(0, 10),
    missing: isFile
      ? { what: 'File not fetched', id, reason: lackText(reason) }
      : { what: 'Record in quarantine', id, reason: reasonText(reason) },
  }
}
