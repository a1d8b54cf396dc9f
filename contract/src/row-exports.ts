/** The rows behind the figures of Key Metrics as files: the question of the list on the screen, without its page. */
import type { z } from 'zod'
import {
  listAccountDays,
  listActiveRepresentatives,
  listBursts,
  listDigitalContacts,
  listInactiveRepresentatives,
  listMetricConversations,
  listRepresentatives,
  listWaitingClients,
  listWaitingOwners,
} from './dashboards.ts'
import { type Endpoint, endpoint, type OutputOf } from './endpoint.ts'
import { ExportRequest, ExportStarted } from './export-request.ts'
import type { ExportedRows } from './exported-rows.ts'
import type { Page } from './list.ts'
import { inOneOrder } from './metric-pages.ts'
import { type MetricQuery, ofPeriod } from './metrics.ts'
import type { Permission } from './permissions.ts'
import { listReviewerLoads, listSupervisedPolicies } from './supervision.ts'

/** What all of these lists have in common. */
interface ListOfPeriod extends Endpoint {
  readonly query: z.ZodObject
  readonly response: z.ZodType<Page<object>>
  readonly access: Permission
}

/** What all of these calls have in common. */
export interface RowExportCall extends Endpoint {
  readonly query: z.ZodType<MetricQuery>
  readonly body: typeof ExportRequest
  readonly response: typeof ExportStarted
  readonly access: Permission
  readonly list: ListOfPeriod
}

type WithoutPage<S extends z.ZodRawShape> = { [F in Exclude<keyof S & string, 'limit' | 'skip'>]: S[F] }

/** The fields of a list's question without those of its page. */
function withoutPage<S extends z.ZodRawShape>(shape: S): WithoutPage<S> {
  const { limit: _, skip: __, ...question } = shape
  return question as WithoutPage<S>
}

/** The file has all rows of the list, in its order, for readers of the list. */
const exportOf = <const L extends ListOfPeriod>(list: L) => {
  const { path, query, access } = list
  return endpoint({
    method: 'POST',
    path: `${path}/export`,
    query: inOneOrder(ofPeriod(withoutPage<L['query']['shape']>(query.shape))),
    body: ExportRequest,
    response: ExportStarted,
    access,
    failures: ['export.too-many', 'identity.hidden'],
    list,
  })
}

export const rowExportCalls = {
  representatives: exportOf(listRepresentatives),
  'active-representatives': exportOf(listActiveRepresentatives),
  'inactive-representatives': exportOf(listInactiveRepresentatives),
  'waiting-clients': exportOf(listWaitingClients),
  'waiting-owners': exportOf(listWaitingOwners),
  'response-times': exportOf(listBursts),
  'contacts-of-period': exportOf(listDigitalContacts),
  'conversations-of-period': exportOf(listMetricConversations),
  'account-days': exportOf(listAccountDays),
  'supervised-policies': exportOf(listSupervisedPolicies),
  'reviewer-loads': exportOf(listReviewerLoads),
} as const satisfies Readonly<Record<ExportedRows, RowExportCall>>

/** The list with these rows, and one of its rows. */
export type ListOf<Rows extends ExportedRows> = (typeof rowExportCalls)[Rows]['list']
export type RowOf<Rows extends ExportedRows> = OutputOf<ListOf<Rows>>['items'][number]
