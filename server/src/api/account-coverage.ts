import {
  changeAccountHistory,
  exportCoverage,
  getAccountCoverage,
} from '@verbatim/contract/account-coverage.ts'
import type { FastifyInstance } from 'fastify'
import { changeHistory } from '#domains/accounts/history.ts'
import { createExport } from '#domains/exports/commands.ts'
import { coverageOf } from '#flows/reconcile/coverage.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['accounts', 'audit'])
const exporting = announcing(['audit'])

/** Whether everything that was sent is here, by account and day, and the report of it. */
export function accountCoverageRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, getAccountCoverage, ({ actor, params: { id }, query: { until }, read }) =>
    read((tx) => coverageOf(tx, actor.scope, { id, until }, now())),
  )
  route(app, changeAccountHistory, ({ actor, params: { id }, body: { action }, commit }) =>
    changing(commit, actor, async (tx) => {
      await coverageOf(tx, actor.scope, { id }, now())
      await changeHistory(tx, actor, { id, action }, now())
      return { action }
    }),
  )
  route(
    app,
    exportCoverage,
    ({ actor, query, body: { format }, commit }) =>
      exporting(commit, actor, async (tx) => {
        if (query.accountId) await coverageOf(tx, actor.scope, { id: query.accountId }, now())
        const asked = { kind: 'coverage', format, question: givenOf(query) }
        return { exportId: await createExport(tx, actor, asked, now()) }
      }),
    { status: 202 },
  )
}

const givenOf = (query: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
