/** The rows behind the figures of Key Metrics and themes as files: the question of the list on the screen, without its page. */
import { z } from 'zod'
import { type Endpoint, endpoint, type OutputOf } from './endpoint.ts'
import { ExportRequest, ExportStarted } from './export-request.ts'
import type { ExportedRows } from './exported-rows.ts'
import { ThemeId } from './ids.ts'
import type { Page } from './list.ts'
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
} from './metric-lists.ts'
import { inOneOrder } from './metric-pages.ts'
import { type MetricQuery, ofPeriod } from './metrics.ts'
import type { Permission } from './permissions.ts'
import { listReviewerLoads, listSupervisedPolicies } from './supervision.ts'
import { listThemeContacts, ofOneCategory } from './themes.ts'

/** What all of these lists have in common. */
interface ListOfPeriod extends Endpoint {
  readonly query: z.ZodObject
  readonly response: z.ZodType<Page<object>>
  readonly access: Permission
}

/** What all of these calls have in common. */
export interface RowExportCall extends Endpoint {
  /** Of the thing whose rows they are: a part of the question, under a name that says what it is. */
  readonly params?: z.ZodObject
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

const ofTheme = exportOf(listThemeContacts)

/** The file of a theme's contacts. Its question is kept without the path, so the ID is named as one of a theme. */
const exportThemeContacts = endpoint({
  ...ofTheme,
  path: '/bff/themes/:themeId/contacts/export',
  params: z.object({ themeId: ThemeId }),
  query: ofOneCategory(ofTheme.query),
  failures: [...ofTheme.failures, 'theme.not-found'],
})

export const rowExportCalls = {
  representatives: exportOf(listRepresentatives),
  'active-representatives': exportOf(listActiveRepresentatives),
  'inactive-representatives': exportOf(listInactiveRepresentatives),
  'waiting-clients': exportOf(listWaitingClients),
  'waiting-owners': exportOf(listWaitingOwners),
  'response-times': exportOf(listBursts),
  'contacts-of-period': exportOf(listDigitalContacts),
  'conversations-of-period': exportOf(listMetricConversations),
  'theme-contacts': exportThemeContacts,
  'account-days': exportOf(listAccountDays),
  'supervised-policies': exportOf(listSupervisedPolicies),
  'reviewer-loads': exportOf(listReviewerLoads),
} as const satisfies Readonly<Record<ExportedRows, RowExportCall>>

type CallOfRows<Rows extends ExportedRows> = (typeof rowExportCalls)[Rows]

/** One of these rows. */
export type RowOf<Rows extends ExportedRows> = OutputOf<CallOfRows<Rows>['list']>['items'][number]

/** What is asked of the list with these rows, in one: with what the path names. */
export type KeptQuestion<Rows extends ExportedRows> = z.output<CallOfRows<Rows>['query']> &
  (CallOfRows<Rows> extends { readonly params: infer Params extends z.ZodType } ? z.output<Params> : unknown)

/** Reads such a question as it was kept. */
export function readQuestion<Rows extends ExportedRows>(
  rows: Rows,
  kept: Readonly<Record<string, string>>,
): KeptQuestion<Rows> {
  const { params, query }: RowExportCall = rowExportCalls[rows]
  const isOfPath = ([name]: readonly [string, string]) => name in (params?.shape ?? {})
  const entries = Object.entries(kept)
  return {
    ...query.parse(Object.fromEntries(entries.filter((one) => !isOfPath(one)))),
    ...params?.parse(Object.fromEntries(entries.filter(isOfPath))),
  } as KeptQuestion<Rows>
}
