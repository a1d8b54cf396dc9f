import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { ExportOmissions, RowOmissions } from '@verbatim/contract/export-omissions.ts'
import { type ListSpec, parseListQuery } from '@verbatim/contract/list.ts'
import { isEverything } from '#access/scope.ts'
import { type CapturedPart, findCaptureOmissions } from '#domains/accounts/omission-queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { plainConditions } from '#platform/list/plain-conditions.ts'

interface Asked {
  readonly list: ListSpec | undefined
  readonly question: Readonly<Record<string, string>>
  /** What the rows lack. */
  readonly rows: RowOmissions
}

const nothing = { total: 0, reasons: [] }

/** What a file lacks: what its rows lack, and for files about captured content also what was not captured. */
export async function findOmissions(
  tx: TenantTx,
  scope: AccessScope,
  { list, question, rows }: Asked,
  now: Date,
): Promise<ExportOmissions> {
  const part = partOf(list, question, now)
  const captured = part
    ? await findCaptureOmissions(tx, scope, part, now)
    : { refused: nothing, quarantined: nothing, waiting: 0, silent: [] }
  return {
    access: scope.some(isEverything) ? 'everything' : 'part',
    ...(part?.from && { receivedFrom: part.from.toISOString() }),
    ...(part?.before && { receivedBefore: part.before.toISOString() }),
    ...captured,
    ...rows,
  }
}

/** The time and channels that a question limits its answer to; undefined for a list that is not about captured content. */
function partOf(
  list: ListSpec | undefined,
  question: Asked['question'],
  now: Date,
): CapturedPart | undefined {
  if (!list?.fields['channelType']) return undefined
  const conditions = plainConditions(list.fields, parseListQuery(list, question).filter, now)
  const bounds = (test: 'gte' | 'lt') =>
    conditions
      .filter((condition) => condition.field === list.period && condition.test === test)
      .map(({ values }) => Date.parse(values[0] ?? ''))
  const [from, before] = [bounds('gte'), bounds('lt')]
  const ofChannels = conditions.filter(({ field }) => field === 'channelType')
  const holds = (channel: Channel) =>
    ofChannels.every(({ test, values }) => values.includes(channel) === (test === 'in'))
  return {
    from: from.length > 0 ? new Date(Math.max(...from)) : undefined,
    before: before.length > 0 ? new Date(Math.min(...before)) : undefined,
    channels: ofChannels.length > 0 ? channels.filter(holds) : undefined,
  }
}
