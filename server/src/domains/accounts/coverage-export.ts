import {
  type CoveredDay,
  dayReasonTexts,
  dayStateNames,
  type exportCoverage,
} from '@verbatim/contract/account-coverage.ts'
import { lackText } from '@verbatim/contract/attachment-words.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { contentWord } from '@verbatim/contract/content-words.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { gapText } from '@verbatim/contract/export-omission-words.ts'
import type { Cell } from '@verbatim/documents/tables/table-file.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { cellsOf, type ExportedColumn, type ExportedTable, noOmissions } from '#platform/list/exported.ts'
import { type AccountLack, countLacks, eachLack } from './account-lacks.ts'
import type { KnownChannels } from './covered-days.ts'
import { type CoveredAccount, type DaySpan, findCoveredAccounts, findDays } from './coverage-queries.ts'
import { dayStart } from './covered-time.ts'

/** A day of an account, or one thing that it or its provider lacks. */
interface Line {
  readonly account: CoveredAccount
  readonly day: string
  readonly covered?: CoveredDay
  readonly lack?: AccountLack & { readonly called: string; readonly why: string }
}

const columns: readonly ExportedColumn<Line>[] = [
  { name: 'Day (UTC)', width: 12, cell: ({ day }) => day },
  { name: 'Account', width: 24, cell: ({ account }) => account.name },
  { name: 'Channel', width: 18, cell: ({ account }) => channelNames[account.channel] },
  { name: 'Number or address', width: 24, cell: ({ account }) => account.address },
  {
    name: 'What',
    width: 22,
    cell: ({ covered, lack }) => (covered ? dayStateNames[covered.state] : lack?.called),
  },
  {
    name: 'Why',
    width: 60,
    cell: ({ covered, lack }) =>
      covered ? covered.reasons.map((reason) => dayReasonTexts[reason]).join('; ') : lack?.why,
  },
  { name: 'When (UTC)', width: 20, cell: ({ lack }) => lack?.at },
  { name: 'Until (UTC)', width: 20, cell: ({ lack }) => lack?.until ?? undefined },
  { name: 'ID', width: 38, cell: ({ lack }) => lack?.id },
  { name: 'Conversation ID', width: 38, cell: ({ lack }) => lack?.conversation_id ?? undefined },
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
  { name: 'No longer at the provider', cell: ({ covered }) => covered?.gone },
  { name: 'Still to be asked about', cell: ({ covered }) => covered?.unasked },
  { name: 'Account ID', width: 38, cell: ({ account }) => account.id },
]

interface Reading extends KnownChannels {
  readonly now: Date
}

/**
 * Every day of the accounts within `scope`, and after an account's days each thing that it or its provider lacks. Read within `tx`, which must be
 * a snapshot.
 */
export async function openCoverageExport(
  tx: TenantTx,
  scope: AccessScope,
  question: InputOf<typeof exportCoverage>['query'],
  { now, ...known }: Reading,
): Promise<ExportedTable> {
  const covered = await findCoveredAccounts(tx, scope, { id: question.accountId, ...known }, now)
  const reported = covered.map(({ id }) => id)
  const accounts = covered.flatMap((account) => {
    const span = spanOf(account, question, now)
    const time = { from: new Date(span.first), before: new Date(span.last + dayMs), now }
    const asked = { id: account.id, reported, ...time }
    return span.first <= span.last ? [{ account, span, asked }] : []
  })
  let rowsTotal = 0
  for (const { span, asked } of accounts)
    rowsTotal += (span.last - span.first) / dayMs + 1 + (await countLacks(tx, asked))
  return { columns, rowsTotal, batches: readBatches(), omissions: () => Promise.resolve(noOmissions) }

  async function* readBatches(): AsyncGenerator<Cell[][]> {
    for (const { account, span, asked } of accounts) {
      for (let first = span.first; first <= span.last; first += daysAtOnce * dayMs) {
        const last = Math.min(span.last, first + (daysAtOnce - 1) * dayMs)
        const days = await findDays(tx, account, { first, last }, now)
        yield days.map((day) => cellsOf(columns, { account, day: day.day, covered: day }))
      }
      for await (const lacks of eachLack(tx, asked))
        yield lacks.map((lack) => cellsOf(columns, lineOf(account, span, lack)))
    }
  }
}

const daysAtOnce = 1_000

function spanOf(
  { firstDay }: CoveredAccount,
  { from, until }: InputOf<typeof exportCoverage>['query'],
  now: Date,
): DaySpan {
  const [first, last] = [from, until].map((day) => (day ? Date.parse(`${day}T00:00:00Z`) : undefined))
  const today = dayStart(now.getTime())
  return { first: Math.max(firstDay, first ?? firstDay), last: Math.min(today, last ?? today) }
}

/** Reasons are codes or sentences. */
const reasonText = (reason: string) =>
  Object.hasOwn(failures, reason) ? failures[reason as FailureCode].message : reason

function lineOf(account: CoveredAccount, { first }: DaySpan, lack: AccountLack): Line {
  return {
    account,
    // A gap may have begun before.
    day: new Date(Math.max(lack.at.getTime(), first)).toISOString().slice(0, 10),
    lack: { ...lack, ...lackTexts[lack.what](lack) },
  }
}

const lackTexts: Record<AccountLack['what'], (lack: AccountLack) => { called: string; why: string }> = {
  record: ({ reason, is_of_source: isOfSource }) => ({
    called: 'Record in quarantine',
    why: `${reasonText(reason ?? '')}${isOfSource ? ' (of the account that it receives through)' : ''}`,
  }),
  file: ({ reason }) => ({ called: 'File not fetched', why: lackText(reason ?? '') }),
  gone: () => ({
    called: 'Message not at the provider',
    why: 'The provider’s list does not have it, and the provider has none under its ID. It is kept here',
  }),
  undecrypted: ({ reason, is_of_source: isOfSource }) => ({
    called: 'Message not decrypted',
    why: `${Number(reason ?? 1) > 1 ? `${reason} messages` : 'A message'} could not be decrypted yet${isOfSource ? ' (of the account that it receives through)' : ''}`,
  }),
  message: () => ({ called: contentWord('missing'), why: 'Only changes or receipts of it arrived' }),
  gap: ({ kind, at, until, is_lost: isLost, is_of_source: isOfSource }) => {
    const times = { from: at.toISOString(), until: until?.toISOString() ?? null }
    const text = gapText({ kind: kind ?? '', ...times, isLost, isOfSource })
    return { called: 'Gap', why: text.slice(0, 1).toUpperCase() + text.slice(1) }
  },
}
