/** The audit trail at a million events: pages, filters and searches, through the API as a page calls it. */
import { auditTypes } from '@verbatim/contract/audit-types.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { openTenantClient } from './tenant-client.ts'
import { inRounds, timed } from './timed.ts'

const asks = 40
const warmUps = 3
const people = 2_000

export const audit: Claim = {
  name: 'audit',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('audited')
    await fill(product, tenant, options.messages)
    const { token } = await product.world.as(tenant, tenant.users.compliance)
    const { token: second } = await product.world.as(tenant, tenant.users.tenant_admin)
    const ask = openTenantClient(product.port, tenant.label)
    const rows: Row[] = []
    for (const { name, asked, where, order = 'at desc, id desc' } of questionsOf(tenant)) {
      const bare = () =>
        product.admin.query(
          `select * from audit_event where tenant_id = '${tenant.id}' and ${where} order by ${order} limit 50`,
        )
      const path = `/audit/events${asked && `?${asked}`}`
      const ours = async (turn: number) => {
        const { items } = (await ask({ path, token: turn % 2 ? token : second })) as { items: unknown[] }
        if (items.length === 0) throw new Error(`${path}: nothing was found`)
      }
      const times = await inRounds({ rounds: asks, warmUps }, async (turn) => ({
        ours: await timed(() => ours(turn)),
        bare: await timed(bare),
      }))
      const row: Row = {
        what: `Audit: ${name}, p95`,
        ours: percentile(times.ours, 0.95),
        floor: percentile(times.bare, 0.95),
        against: 'a page of bare SQL',
        unit: 'ms',
        marks: { atMost: 100 },
      }
      rows.push(row)
      options.tell(`${name}: ${row.ours.toFixed(1)} ms, bare ${row.floor.toFixed(1)} ms`)
    }
    return rows
  },
}

function questionsOf({ users }: WorldTenant) {
  const words = (text: string) =>
    `audit_words(actor_name, target_name, type, address) @@ '${text.replaceAll("'", "''")}'::tsquery`
  return [
    { name: 'newest first', asked: '', where: 'true' },
    { name: 'last 30 days', asked: 'period=30', where: `at > now() - interval '30 days'` },
    { name: 'a type', asked: 'filter=eventType[eq]:user_role_changed', where: `type = 'user_role_changed'` },
    {
      name: 'a person',
      asked: `filter=user[eq]:${users.compliance}`,
      where: `actor_id = '${users.compliance}'`,
    },
    { name: 'by type', asked: 'sort=-eventType', where: 'true', order: 'type desc, at desc, id desc' },
    { name: 'by user', asked: 'sort=user', where: 'true', order: 'actor_name, at desc, id desc' },
    { name: 'search: a common word', asked: 'search=sign', where: words(`'sign':*`) },
    { name: 'search: a person', asked: 'search=person1234', where: words(`'person1234':*`) },
    {
      name: 'search: a person, a word, 30 days',
      asked: 'search=person12%20role&period=30',
      where: words(`'person12':* & 'role':*`),
    },
    { name: 'page at 50,000', asked: 'skip=50000', where: 'true' },
  ]
}

/** Over three years, by many people, most of it sign-ins and reading. */
async function fill({ admin }: Product, tenant: WorldTenant, count: number): Promise<void> {
  const types = Object.keys(auditTypes)
  await admin.query(
    `insert into audit_event (tenant_id, id, at, actor_id, actor_name, type, target_kind, target_id, target_name, changes,
       request_id, address, agent)
     select $1, gen_random_uuid(), now() - i * (interval '1095 days' / $2::int),
       case when i % 500 = 0 then $3::uuid else md5('p' || i % $4::int)::uuid end, 'Person' || i % $4::int || ' Bell',
       case when i % 10 < 4 then 'sign_in' when i % 10 < 8 then 'message_viewed' else ($5::text[])[1 + i % $6::int] end,
       'user', md5('t' || i % 50000)::uuid::text, 'Target' || i % 50000,
       '[{"field": "role", "old": "analyst", "new": "compliance"}]', gen_random_uuid()::text, '10.0.' || i % 200 || '.7',
       'Mozilla/5.0'
     from generate_series(1, $2::int) i`,
    [tenant.id, count, tenant.users.compliance, people, types, types.length],
  )
  await admin.query('vacuum analyze audit_event')
}
