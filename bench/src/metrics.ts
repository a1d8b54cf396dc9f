/**
 * Key Metrics over many messages, through the API as the console calls it, compared with counting the messages of the same days as
 * plain SQL of a superuser; and what their counts cost when messages are stored.
 */
import { resolve } from 'node:path'
import { findOpenings } from '@verbatim/server/domains/metrics/openings.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import { type Archive, dayMs, openArchive } from './archive.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { byTurns } from './lists.ts'
import { openProduct, type Product } from './product.ts'
import { openTenantClient } from './tenant-client.ts'

const tabs = [
  ['Organization Overview', '/bff/metrics'],
  ['Sales Effectiveness', '/bff/metrics/sales'],
  ['Digital Engagement', '/bff/metrics/digital'],
  ['Cognitive Compliance', '/bff/metrics/compliance'],
  ['Contacts, a page', '/bff/dashboards/digital/contacts'],
] as const

export const metrics: Claim = {
  name: 'metrics',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({
      works: false,
      ...(options.archive && { home: resolve(options.archive) }),
    })
    const archive = await openArchive(product, options)
    await introducePeople(product, archive)
    await findAllOpenings(product, archive)
    const ask = openTenantClient(product.port, archive.tenant.label)
    const { users, northerner } = archive.tenant
    const rows: Row[] = []
    for (const [reader, id] of [
      ['', users.compliance],
      [', one group', northerner],
    ] as const) {
      const { token } = await product.world.as(archive.tenant, id)
      for (const [name, path] of tabs) {
        const times = await byTurns(
          () => ask({ token, path: `${path}?days=30` }),
          () => countBare(product, archive),
        )
        const ours = percentile(times.ours, 0.95)
        const row = { what: `Metrics: ${name}${reader}, p95`, ours, floor: percentile(times.bare, 0.95) }
        rows.push({ ...row, against: 'counting the messages', unit: 'ms', marks: { atMost: 150 } })
        options.tell(`${row.what}: ${ours.toFixed(1)} ms`)
      }
    }
    return [...rows, await storing(product, archive)]
  },
}

/** The people of the archive's messages, which its lists do without. */
async function introducePeople({ admin }: Product, { tenant }: Archive): Promise<void> {
  await admin.query(`insert into tenant_user (tenant_id, id, email, email_key, first_name, messenger_role)
    select distinct on (author_user_id) tenant_id, author_user_id, author_user_id || '@bench.example', author_user_id || '@bench.example',
      author_name, 'none' from message where tenant_id = '${tenant.id}' and author_user_id is not null on conflict do nothing`)
  await admin.query(`insert into participant (tenant_id, conversation_id, address, kind, user_id, first_at, last_at)
    select tenant_id, conversation_id, author_address, 'phone', max(author_user_id::text)::uuid, min(posted_at), max(posted_at)
    from message where tenant_id = '${tenant.id}' group by 1, 2, 3 on conflict do nothing`)
}

/** As a worker does, which this claim goes without. */
async function findAllOpenings({ world, admin }: Product, { tenant }: Archive): Promise<void> {
  const later = new Date(Date.now() + dayMs)
  const turn = () => inTenant(world.ctx.db, tenant.id, (tx) => findOpenings(tx, 50, later))
  while ((await turn()) > 0) continue
  await admin.query('vacuum analyze')
}

/** The messages by day of a month and of the month before, as one would count them. */
async function countBare({ admin }: Product, { tenant, now }: Archive): Promise<void> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  await admin.query(`select posted_at::date, direction, count(*) from message where tenant_id = '${tenant.id}'
    and posted_at >= '${new Date(today - 60 * dayMs).toISOString()}' and posted_at < '${new Date(today).toISOString()}' group by 1, 2`)
}

/** Turns off or on what counts new messages for Key Metrics. */
export async function switchCounts(
  admin: Pick<Product['admin'], 'query'>,
  to: 'enable' | 'disable',
): Promise<void> {
  await admin.query(`alter table message ${to} trigger roll_up_messages, ${to} trigger open_additions`)
}

const batch = 500
const rounds = 30

/** Storing messages with the counts, and without. */
async function storing({ world, admin }: Product, { tenant, group }: Archive): Promise<Row> {
  const store = () => {
    const now = new Date()
    const conversations = Array.from({ length: batch / 5 }, () => newId<never>(now))
    const given = Array.from({ length: batch }, (_, i) => ({
      conversation_id: conversations[i % conversations.length]!,
      group_ids: [group],
      direction: i % 2 ? ('inbound' as const) : ('outbound' as const),
      body: `The price of the fund is ${i}, and the client has asked for it twice`,
    }))
    return inTenant(world.ctx.db, tenant.id, (tx) => insertMessages(tx, given, now))
  }
  const timed = async () => {
    const began = performance.now()
    await store()
    return performance.now() - began
  }
  const times = { with: [] as number[], without: [] as number[] }
  for (let round = -3; round < rounds; round++) {
    await switchCounts(admin, 'disable')
    const without = await timed()
    await switchCounts(admin, 'enable')
    const counted = await timed()
    if (round < 0) continue
    times.with.push(counted)
    times.without.push(without)
  }
  return {
    what: `Metrics: storing ${batch} messages with their counts, median`,
    ours: percentile(times.with, 0.5),
    floor: percentile(times.without, 0.5),
    against: 'without counts',
    unit: 'ms',
    marks: { times: 1.2 },
  }
}
