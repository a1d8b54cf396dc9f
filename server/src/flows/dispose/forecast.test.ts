import { dayMs } from '@verbatim/contract/durations.ts'
import { ConversationId, EventId, MessageId, PolicyId, RuleId, TenantId } from '@verbatim/contract/ids.ts'
import type { EventStatus } from '@verbatim/contract/event-status.ts'
import type { RetentionRule } from '@verbatim/contract/retention.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { forecastDisposal } from './forecast.ts'

const now = new Date('2026-06-15T12:00:00Z')
const tenantId = TenantId.parse(newId(now))
const conversationId = ConversationId.parse(newId(now))
let database: TestDatabase

/** A message from this many days ago, and its state. */
async function keep(tx: TenantTx, daysOld: number, events: { status: EventStatus; escalated?: true }[] = []) {
  const id = MessageId.parse(newId(now))
  const at = new Date(now.getTime() - daysOld * dayMs)
  await sql`insert into message (id, record_id, channel, account_id, conversation_id, message_key, direction,
      author_address, posted_at, captured_at, body, search)
    values (${id}, gen_random_uuid(), 'sms', gen_random_uuid(), ${conversationId}, ${id}, 'inbound', '+1', ${at}, ${at},
      '', '')`.execute(tx)
  for (const { status, escalated } of events) {
    const eventId = EventId.parse(newId(now))
    const [policyId, ruleId] = [PolicyId.parse(newId(now)), RuleId.parse(newId(now))]
    await sql`insert into policy (id, name_key, created_at) values (${policyId}, ${policyId}, ${at})`.execute(
      tx,
    )
    await sql`insert into cognitive_event (id, policy_id, policy_version, conversation_id, message_id, channel, severity,
        status, triggered_at, last_evidence_at)
      values (${eventId}, ${policyId}, 1, ${conversationId}, ${id}, 'sms', 'low', ${status}, ${at}, ${at})`.execute(
      tx,
    )
    await sql`insert into evidence (id, event_id, message_id, revision, policy_id, policy_version, rule_id, start_at,
        end_at, found_at)
      values (gen_random_uuid(), ${eventId}, ${id}, 1, ${policyId}, 1, ${ruleId}, 0, 1, ${at})`.execute(tx)
    if (escalated)
      await sql`insert into event_history (id, event_id, change_id, at, actor_name, kind, from_status, to_status, version)
        values (gen_random_uuid(), ${eventId}, gen_random_uuid(), ${at}, 'Ana', 'status', 'new', 'escalated', 2)`.execute(
        tx,
      )
  }
}

useTestDatabase(async (opened) => {
  database = opened
  await inTenant(database.db, tenantId, async (tx) => {
    await sql`insert into conversation (id, channel, account_id, conversation_key, type, first_at, last_at)
      values (${conversationId}, 'sms', gen_random_uuid(), 'k', 'direct', ${now}, ${now})`.execute(tx)
    for (const days of [10, 100, 200, 800]) await keep(tx, days)
    await keep(tx, 400, [{ status: 'dismissed' }])
    await keep(tx, 400, [{ status: 'resolved', escalated: true }])
    await keep(tx, 400, [{ status: 'dismissed' }, { status: 'new' }])
  })
})

const rule = (
  retentionPeriod: string,
  retentionContext: RetentionRule['retentionContext'] = 'all',
): RetentionRule => ({
  channel: 'sms',
  retentionPeriod,
  retentionContext,
})

test.each<[string, RetentionRule[], number, number]>([
  ['all messages after half a year, but for an open event', [rule('P6M')], 4, 2],
  ['within the year to come, but not now', [rule('P5Y')], 0, 0],
  ['two years: one now, and what becomes two years old', [rule('P2Y')], 1, 2],
  ['only messages without an event', [rule('P90D', 'no_event')], 3, 1],
  ['dismissed ones sooner', [rule('P1Y', 'event_dismissed')], 1, 0],
  ['the longest of several holds', [rule('P90D'), rule('P10Y', 'event_escalated')], 4, 1],
  ['contexts that no message has', [rule('P1D', 'event_resolved'), rule('P10Y', 'event_escalated')], 0, 0],
])('%s', async (_, rules, soon, later) => {
  const { channels } = await inTenant(database.db, tenantId, (tx) => forecastDisposal(tx, rules, now))
  expect(channels).toEqual([{ channel: 'sms', now: { count: soon }, nextYear: { count: later } }])
})

test('without a rule, all messages are kept', async () => {
  const { channels } = await inTenant(database.db, tenantId, (tx) => forecastDisposal(tx, [], now))
  expect(channels).toEqual([])
})

test('if more messages are due than are counted, the forecast shows that, regardless of events', async () => {
  const { channels } = await inTenant(database.db, tenantId, (tx) =>
    forecastDisposal(tx, [rule('P6M')], now, 1),
  )
  expect(channels).toMatchObject([{ now: { count: 1, atLeast: true } }])
})
