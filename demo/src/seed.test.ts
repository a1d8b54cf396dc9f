import { dayMs } from '@verbatim/contract/durations.ts'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DayState } from '@verbatim/contract/account-coverage.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAccountOfDelivery } from '@verbatim/server/domains/accounts/queries.ts'
import { makeEmbeddedAdmin } from '@verbatim/server/domains/identity/embedded-admin.ts'
import { openIdentity } from '@verbatim/server/domains/identity/memory.ts'
import { completenessFigure, countAccountDays } from '@verbatim/server/domains/metrics/completeness.ts'
import { findPeriods } from '@verbatim/server/domains/metrics/period.ts'
import { findRetention } from '@verbatim/server/domains/organizations/profile-queries.ts'
import { findTenantByHost, findTenantIds } from '@verbatim/server/domains/organizations/queries.ts'
import { openSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { openExaminer } from '@verbatim/server/flows/examine/examine.ts'
import { openThemePlacer } from '@verbatim/server/flows/revise-themes/place.ts'
import { forecastDisposal } from '@verbatim/server/flows/dispose/forecast.ts'
import { accountDaysOf } from '@verbatim/server/flows/reconcile/coverage.ts'
import type { AccessScope } from '@verbatim/server/kernel/actor.ts'
import { openBlobs } from '@verbatim/server/platform/blobs.ts'
import { openFolderStore } from '@verbatim/server/platform/files/folder-store.ts'
import { makeSecrets } from '@verbatim/server/platform/crypto.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { silentLog } from '@verbatim/server/platform/log.ts'
import { openTestDatabase, type TestDatabase } from '@verbatim/server/testing/database.ts'
import { demoOrganization } from './demo-organization.ts'
import type { DemoOrganization } from './organization.ts'
import { seedDemo, type SeedOptions } from './seed.ts'
import type { IntakeCard } from '#seeding/intake-card.ts'
import type { SeedContext } from '#seeding/seeding.ts'

const beganAt = new Date('2026-11-20T15:30:00Z')
/** The newest part of the year: enough to see everything. */
const lately = beganAt.getTime() - 80 * dayMs

let database: TestDatabase
let home: string
let ctx: SeedContext
let demo: DemoOrganization
let options: SeedOptions

beforeAll(async () => {
  database = await openTestDatabase()
  home = await mkdtemp(join(tmpdir(), 'verbatim-seed-'))
  const secrets = makeSecrets(randomBytes(32))
  const identity = openIdentity('http://localhost/identity')
  const now = () => new Date()
  ctx = {
    db: database.db,
    blobs: openBlobs(openFolderStore(home)),
    secrets,
    examiner: openExaminer(),
    themePlacer: openThemePlacer(),
    identity,
    identityAdmin: makeEmbeddedAdmin({ secrets, now, identity }),
    log: silentLog,
    now,
  }
  const whole = demoOrganization('halden', beganAt)
  const deliveries = [...whole.deliveries].filter(({ receivedAt }) => receivedAt.getTime() > lately)
  demo = { ...whole, deliveries }
  const administrator = { email: 'ann@halden.example', password: 'Correct-Horse-7' }
  options = { demo, label: 'halden', beganAt, administrator, allSignIn: true, home }
  // Interrupted while people wrote, and again while reviewers worked.
  for (const [at, text] of [
    ['2,000 of', '2,000 of'],
    ['events reviewed', '80 of'],
  ] as const) {
    const tell = (line: string) => {
      if (line.includes(at) && line.startsWith(text)) throw new Error('cut off')
    }
    await expect(seedDemo(ctx, { ...options, tell })).rejects.toThrow('cut off')
  }
  await seedDemo(ctx, options)
})

afterAll(async () => {
  await database?.close()
  await rm(home, { recursive: true, force: true })
})

async function ask<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  const [tenantId] = await findTenantIds(ctx.db)
  if (!tenantId) throw new Error('Nothing was seeded')
  const { rows } = await inTenant(ctx.db, tenantId, (tx) => query.execute(tx))
  return rows
}

/** Everything that could be duplicated. */
async function census(): Promise<Record<string, number>> {
  const [row] = await ask(sql<Record<string, string>>`select
    (select count(*) from tenant_user) as users, (select count(*) from contact) as contacts,
    (select count(*) from policy) as policies, (select count(*) from channel_account) as accounts,
    (select count(*) from message_record) as records, (select count(*) from record_backlog) as backlog,
    (select count(*) from message) as messages, (select count(*) from message_event) as happenings,
    (select count(*) from cognitive_event) as events, (select count(*) from event_history) as history,
    (select count(*) from event_comment) as comments, (select count(*) from comment_file) as files,
    (select count(*) from quarantined_record) as quarantined, (select count(*) from refused_delivery) as refused,
    (select count(*) from notification) as notifications, (select count(*) from mail) as mails,
    (select count(*) from account_gap) as gaps, (select count(*) from coverage_hour) as hours, (select count(*) from audit_event) as audited,
    (select sum(duplicate) from account_counters) as duplicates, (select count(*) from identity_user) as sign_ins`)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]))
}

/** The completeness of capture at a time, and the reasons of the days behind it. */
async function daysAt(now: Date, days = 30) {
  const [tenantId] = await findTenantIds(ctx.db)
  if (!tenantId) throw new Error('Nothing was seeded')
  return inTenant(ctx.db, tenantId, async (tx) => {
    const scope: AccessScope = [{ channels: [...channels], groupIds: 'all' }]
    const periods = await findPeriods(tx, { days }, now)
    const figure = completenessFigure(await countAccountDays(tx, scope, periods), periods)
    const reasonsOf = async (state: DayState) => {
      const query = { state, limit: 2_000, skip: 0 }
      const { items } = await accountDaysOf(tx, scope, periods, query)
      return new Set(items.flatMap(({ reasons }) => reasons))
    }
    return {
      figure,
      reasons: { incomplete: await reasonsOf('incomplete'), unknown: await reasonsOf('unknown') },
    }
  })
}

describe('the seeded demo, which was interrupted twice', () => {
  test('holds each person, record and message of the plan exactly once', async () => {
    const deliveries = [...demo.deliveries]
    const messages = deliveries.filter(({ event }) => event.kind === 'message').length
    expect(await census()).toMatchObject({
      users: demo.users.length + demo.representatives.length,
      contacts: demo.contacts.length,
      policies: demo.policies.length,
      accounts: demo.accounts.length,
      records: deliveries.length + 5,
      backlog: 0,
      messages,
      happenings: deliveries.length - messages,
      quarantined: 5,
      refused: 12,
      notifications: 5,
      mails: 0,
      sign_ins: demo.users.length + 2, // and two representatives
    })
  })

  test('has people who were added before the first message, and before they were invited or signed in', async () => {
    const people = await ask(sql<{ added: Date; first: Date }>`select person.created_at as added,
      least(person.invited_at, person.last_sign_in_at, (select min(posted_at) from message)) as first from tenant_user person`)
    expect(people.filter(({ added, first }) => added >= first)).toEqual([])
    expect(people.length).toBeGreaterThan(10)
  })

  test('is not changed by seeding it again', async () => {
    const before = await census()
    await seedDemo(ctx, options)
    expect(await census()).toEqual(before)
  })

  test('has every channel, files, edits, deletions, reactions and known people', async () => {
    const rows = await ask(sql<{ channel: string; unknown: string }>`select channel,
      count(*) filter (where author_user_id is null and author_contact_id is null) as unknown
      from message group by channel`)
    expect(new Set(rows.map(({ channel }) => channel))).toEqual(new Set(channels))
    expect(rows.every(({ unknown }) => unknown === '0')).toBe(true)
    const [counts] = await ask(sql<Record<string, string>>`select
      (select count(*) from attachment where state = 'stored') as files,
      (select count(*) from message where revision > 1) as edits,
      (select count(*) from attachment where reading = 'read') as read_files,
      (select count(*) from message where deleted_at is not null) as deletions,
      (select count(*) from message_event where kind = 'reaction') as reactions,
      (select count(*) from message_event where message_id is null and conversation_id is null) as lost`)
    const { lost, ...seen } = counts ?? {}
    expect(Math.min(...Object.values(seen).map(Number))).toBeGreaterThan(5)
    expect(lost).toBe('0')
    const [inside] = await ask(sql<Record<string, string>>`select
      (select count(*) from attachment where state = 'stored' and reading = 'waiting') as waiting,
      (select count(distinct event_id) from evidence where part like 'attachment-text:%') as events`)
    expect(inside?.['waiting']).toBe('0')
    expect(Number(inside?.['events'])).toBeGreaterThan(1)
  })

  test('dates captured messages by their receipt, not by today', async () => {
    const [row] = await ask(sql<{ late: string; skewed: string }>`select
      count(*) filter (where captured_at - posted_at > interval '1 minute' or captured_at < posted_at) as late,
      count(*) filter (where cardinality(flags) > 0) as skewed from message`)
    expect(row).toEqual({ late: '0', skewed: '0' })
  })

  test('raises events in every state, with comments and files, and reviews them in order', async () => {
    const rows = await ask(sql<{ status: string; comments: string; n: string }>`
      select status, sum(comment_count) as comments, count(*) as n from cognitive_event group by status`)
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['new', 'in_review', 'escalated', 'resolved', 'dismissed']),
    )
    const total = (of: (row: (typeof rows)[number]) => string) =>
      rows.reduce((sum, row) => sum + Number(of(row)), 0)
    expect(total(({ n }) => n)).toBeGreaterThan(60)
    expect(total(({ comments }) => comments)).toBeGreaterThan(60)
    expect((await census())['files']).toBeGreaterThan(2)
    const disordered = await ask(sql`select from event_history earlier join event_history later
      on later.event_id = earlier.event_id and later.version > earlier.version and later.at <= earlier.at`)
    expect(disordered).toEqual([])
    const unborn = await ask(sql`select from event_comment comment join cognitive_event event
      on event.id = comment.event_id where comment.at <= event.triggered_at or comment.at > ${beganAt}`)
    expect(unborn).toEqual([])
  })

  test('has retention periods with a forecast', async () => {
    // The seeded half of the year is older than 90 days then.
    const then = new Date(beganAt.getTime() + 60 * dayMs)
    const plainly = await ask(sql<{ due: string }>`select count(*) as due from message
      where channel = 'signal' and posted_at < ${then}::timestamptz - interval '90 days'
        and id not in (select message_id from evidence)`)
    const [tenantId] = await findTenantIds(ctx.db)
    if (!tenantId) throw new Error('Nothing was seeded')
    const { channels: forecast } = await inTenant(ctx.db, tenantId, async (tx) =>
      forecastDisposal(tx, await findRetention(tx), then),
    )
    const due = new Map(forecast.map(({ channel, now, nextYear }) => [channel, [now.count, nextYear.count]]))
    expect([...due.keys()].toSorted()).toEqual(['proofpoint', 'signal', 'sms', 'telegram', 'whatsapp'])
    expect(due.get('signal')?.[0]).toBe(Number(plainly[0]?.due))
    expect(due.get('signal')?.[0]).toBeGreaterThan(20)
    expect(due.get('telegram')?.[1]).toBeGreaterThan(20)
    expect(due.get('whatsapp')).toEqual([0, 0])
  })

  test('knows of nearly all days of accounts whose providers have a list that everything was captured, and why not of others', async () => {
    const known = await daysAt(beganAt)
    expect(known.figure.value).toBeGreaterThan(99)
    expect(known.figure.value).toBeLessThan(100)
    expect(known.figure.previous).toBeGreaterThan(known.figure.value ?? 0)
    expect(known.figure.previous).toBeLessThan(100)
    expect(known.reasons.incomplete).toEqual(new Set(['hours', 'quarantined', 'lost', 'no-list']))
    expect(known.reasons.unknown).toEqual(new Set(['no-list', 'disconnected']))
    const [listed] = await ask(sql<{ n: string; recovered: string }>`select
      sum(listed) as n, sum(recovered) as recovered from coverage_hour`)
    expect(Number(listed?.n)).toBeGreaterThan(1000)
    expect(listed?.recovered).toBe('0')
    const gaps = await ask(sql<{ outcome: string }>`select outcome from account_gap order by began_at`)
    expect(gaps.map(({ outcome }) => outcome)).toEqual(['lost', 'unknown', 'lost', 'compared'])
  })

  test('has a completeness of capture to compare with in each period that Key Metrics offer', async () => {
    for (const days of [7, 30, 90]) {
      const { value, previous } = (await daysAt(beganAt, days)).figure
      for (const share of [value, previous]) {
        expect(share).toBeGreaterThan(98)
        expect(share).toBeLessThanOrEqual(100)
      }
    }
    expect((await daysAt(beganAt, 90)).figure.previous).toBeLessThan(100)
  })

  test('is compared with no list after the first start, and the days from then on can’t be known', async () => {
    const due = await ask(sql`select from channel_account where list_after is not null`)
    expect(due).toEqual([])
    const [then, later] = [await daysAt(beganAt), await daysAt(new Date(beganAt.getTime() + 5 * dayMs))]
    expect(later.figure.value).toBeGreaterThan(then.figure.value! - 0.2)
    expect(later.reasons.unknown).toContain('not-compared')
  })

  test('has counters for each account that add up', async () => {
    const rows = await ask(sql<{ kept: string; counted: string }>`
      select count(record.id) as kept, counters.accepted + counters.quarantined as counted
      from account_counters counters left join message_record record on record.account_id = counters.account_id
      group by counters.account_id, counters.accepted, counters.quarantined`)
    for (const { kept, counted } of rows) expect(counted).toBe(kept)
    expect((await census())['duplicates']).toBeGreaterThan(0)
  })

  test('writes into the home how to use its endpoints, readable by its owner only', async () => {
    const path = join(home, 'demo.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const card = JSON.parse(await readFile(path, 'utf8')) as IntakeCard
    expect(await findTenantByHost(ctx.db, card.organization)).toBeDefined()
    for (const endpoint of [card.sms, card.whatsapp]) {
      const account = await findAccountOfDelivery(ctx.db, AccountId.parse(endpoint.accountId))
      expect(account?.address).toBe(endpoint.number)
      expect(account && openSecretsOf(account, ctx.secrets)).toEqual({
        authTokens: [endpoint.authToken],
        accountSid: endpoint.accountSid,
      })
      expect(endpoint.webhookPath).toMatch(new RegExp(`^/hooks/(sms|whatsapp)/${endpoint.accountId}$`))
    }
    expect(card.proofpoint.journalAddress).toBe('journal@haldenmarsh.example')
  })
})
