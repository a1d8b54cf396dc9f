/** Every hour: the figure of an alert, for each recipient under what they may see; who crossed the threshold or came back is mailed. */
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { tabOfMetric } from '@verbatim/contract/metric-alerts.ts'
import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { Figure, MetricPeriod } from '@verbatim/contract/metrics.ts'
import { seesTile } from '@verbatim/contract/insight-tiles.ts'
import { scopeKey } from '#access/scope.ts'
import { type MailContext, queueMails } from '#domains/mail/commands.ts'
import {
  holdCheck,
  putOffCheck,
  recordCheck,
  type TakenAlert,
  takeAlertToCheck,
} from '#domains/metric-alerts/check-commands.ts'
import { isCrossed } from '#domains/metric-alerts/model.ts'
import { findPeriods, toMetricPeriod } from '#domains/metrics/period.ts'
import { tileCounter } from '#domains/metrics/tiles.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { findActors } from '#domains/permissions/actors.ts'
import { findMailed } from '#domains/users/recipients.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { crossingMail } from './crossing-mail.ts'

export interface AlertContext extends MailContext, DbContext {
  readonly log: Log
  readonly addresses: Addresses
}

/** What a check found. */
interface Seen {
  /** The recipients who may see the metric. */
  readonly able: readonly Actor[]
  readonly figures: readonly SeenFigure[]
  /** Not if a figure could not be counted now. */
  readonly isWhole: boolean
}

/** A recipient, and the figure that they would see. */
interface SeenFigure {
  readonly actor: Actor
  readonly figure: Figure
  readonly period: MetricPeriod
}

/**
 * Checks one due alert. Counting only reads; what was found and the mails about it are one transaction, so a worker that is killed has
 * done both, or neither.
 * @returns How many were checked: 1 or 0.
 */
export async function checkAlerts(ctx: AlertContext, tenantId: TenantId): Promise<number> {
  const { db, log, now } = ctx
  const taken = await inTenant(db, tenantId, (tx) => takeAlertToCheck(tx, now()))
  if (!taken) return 0
  try {
    const seen = await findSeen(ctx, tenantId, taken)
    if (seen) await inTenant(db, tenantId, (tx) => tell(tx, ctx, taken, seen))
  } catch (error) {
    log.warn({ err: error, alertId: taken.alert.id }, 'an alert could not be checked now')
    await inTenant(db, tenantId, (tx) => putOffCheck(tx, taken, now()))
  }
  return 1
}

/**
 * The figures of the recipients who may see the metric. Many have the same access, and so the same figure. Each access is counted from a
 * snapshot of its own, so that the lease can be prolonged between.
 * @returns Undefined if another worker has the alert by now.
 */
async function findSeen(
  { db, log, now }: AlertContext,
  tenantId: TenantId,
  taken: TakenAlert,
): Promise<Seen | undefined> {
  const actors = await inTenant(db, tenantId, (tx) => findActors(tx, taken.recipientIds))
  const able = actors.filter((actor) => maySee(actor, taken.alert))
  const figures: SeenFigure[] = []
  let isWhole = true
  for (const alike of Map.groupBy(able, ({ scope }) => scopeKey(scope)).values()) {
    const count = (tx: TenantTx) => countFor(tx, alike[0]?.scope ?? [], taken.alert, now())
    try {
      const found = await inTenant(db, tenantId, count, { mode: 'snapshot' })
      if (found) figures.push(...alike.map((actor) => ({ actor, ...found })))
    } catch (error) {
      // The database is too busy for what these may see: the others are notified all the same.
      log.warn({ err: error, alertId: taken.alert.id }, 'a figure of an alert could not be counted now')
      isWhole = false
    }
    if (!(await inTenant(db, tenantId, (tx) => holdCheck(tx, taken, now())))) return undefined
  }
  return { able, figures, isWhole }
}

type Question = Pick<TakenAlert['alert'], 'metric' | 'filter' | 'days'>

/** Those who see the figure in Key Metrics, and may narrow it so. */
const maySee = ({ permissions }: Actor, { metric, filter }: Question) =>
  permissions.has(metricTabDefinitions[tabOfMetric[metric]].permission) &&
  seesTile(permissions, { metric, filter })

/** The figure, counted as in Key Metrics and insights. */
async function countFor(
  tx: TenantTx,
  scope: AccessScope,
  { metric, filter, days }: Question,
  now: Date,
): Promise<Omit<SeenFigure, 'actor'> | undefined> {
  const periods = await findPeriods(tx, { days }, now)
  const { figure } = await tileCounter({ tx, scope, periods })({ metric, filter })
  return figure && { figure, period: toMetricPeriod(periods) }
}

async function tell(
  tx: TenantTx,
  ctx: AlertContext,
  taken: TakenAlert,
  { able, figures, isWhole }: Seen,
): Promise<void> {
  const { alert } = taken
  const found = new Map<UserId, boolean>()
  for (const { actor, figure } of figures) {
    const crossed = isCrossed(alert.condition, figure)
    if (crossed !== undefined) found.set(actor.userId, crossed)
  }
  const seeing = able.map(({ userId }) => userId)
  const now = ctx.now()
  const crossings = await recordCheck(tx, taken, { found, seeing, isWhole }, now)
  if (!crossings) return
  await announce(tx, ['metric-alerts'])
  if (crossings.length === 0) return
  const { organization, address } = await findSender(tx, ctx.addresses)
  const people = await findMailed(
    tx,
    crossings.map(({ userId }) => userId),
  )
  const mails = crossings.flatMap((crossing) => {
    const own = figures.find(({ actor }) => actor.userId === crossing.userId)
    const person = people.get(crossing.userId)
    return own && person
      ? [crossingMail({ alert, crossing, ...own, ...person, organization, address, now })]
      : []
  })
  await queueMails(tx, ctx, mails)
}
