import {
  listReportCopies,
  listReportSubscriptions,
  reportScheduleCalls,
  sendReportNow,
  updateReportSubscription,
} from '@verbatim/contract/report-schedules.ts'
import type { FastifyInstance } from 'fastify'
import {
  createReportSchedule,
  deleteReportSchedule,
  updateReportSchedule,
  updateSubscription,
} from '#domains/report-schedules/commands.ts'
import {
  findReportCopies,
  findReportSchedules,
  findSubscriptions,
  requireReportSchedule,
} from '#domains/report-schedules/queries.ts'
import { sendTestReport } from '#flows/make-reports/send-test.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { usualRoutes } from './usual-routes.ts'

const usual = usualRoutes(reportScheduleCalls, {
  find: findReportSchedules,
  require: requireReportSchedule,
  create: createReportSchedule,
  update: updateReportSchedule,
  remove: deleteReportSchedule,
  touches: ['report-schedules'],
})
const changing = announcing(['report-schedules', 'audit'])

/** Scheduled reports: what is mailed to whom and when, with which result, and each reader's own subscriptions. */
export function reportScheduleRoutes(app: FastifyInstance, ctx: Clock): void {
  usual(app, ctx)
  route(app, listReportCopies, ({ actor, params: { id }, read }) =>
    read(async (tx) => ({ items: await findReportCopies(tx, id, actor) })),
  )
  route(app, sendReportNow, ({ actor, params: { id }, commit }) =>
    changing(commit, actor, (tx) => sendTestReport(tx, actor, id, ctx.now())),
  )
  route(app, listReportSubscriptions, ({ actor, read }) =>
    read(async (tx) => ({ items: await findSubscriptions(tx, actor) })),
  )
  route(app, updateReportSubscription, ({ actor, params: { id }, body, commit }) =>
    changing(commit, actor, (tx) => updateSubscription(tx, actor, { id, ...body }, ctx.now())),
  )
}
