/**
 * A page far back in the list of an organization: at the requested number of messages, out of three times as many. Their
 * text does not matter, so the database makes them.
 */
import { countedAtOnce } from './lists.ts'
import { byTurns } from './timed.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct } from './product.ts'
import { openTenantClient } from './tenant-client.ts'

const batch = 100_000

export const farPage: Claim = {
  name: 'far-page',
  async measure({ messages: skip, tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const { world, admin, port } = product
    const tenant = await world.makeTenant('far')
    const count = 3 * skip
    await admin.query(
      `insert into conversation (tenant_id, id, channel, account_id, conversation_key, type, first_at, last_at)
       select $1, gen_random_uuid(), 'sms', $2, i::text, 'direct', now(), now() from generate_series(1, 1000) i`,
      [tenant.id, tenant.accounts.sms],
    )
    for (let made = 0; made < count; made += batch) {
      await admin.query(
        `insert into message (tenant_id, id, record_id, channel, account_id, conversation_id, message_key, direction,
           author_address, posted_at, captured_at, body, search)
         select $1, uuidv7(), gen_random_uuid(), 'sms', $2, ids[1 + i % 1000], i::text, 'inbound', '+15550100001',
           now() - ($3::int - i) * interval '10 seconds', now(), 'text', '''text'':1'
         from generate_series($4::int + 1, $5::int) i,
           (select array_agg(id) as ids from conversation where tenant_id = $1) talks`,
        [tenant.id, tenant.accounts.sms, count, made, Math.min(made + batch, count)],
      )
      if (made % 500_000 === 0) tell(`${made.toLocaleString('en-GB')} messages`)
    }
    await admin.query('vacuum analyze')
    const reader = await world.as(tenant, tenant.users.super_admin)
    const ask = openTenantClient(port, tenant.label)
    const times = await byTurns(
      async () => {
        const path = `/bff/api/v1/messages?exactTo=${countedAtOnce}&skip=${skip}`
        const { items, total } = (await ask({ token: reader.token, path })) as {
          items: unknown[]
          total: number
        }
        if (items.length !== 50 || total !== count) throw new Error(`${items.length} of ${total} messages`)
      },
      () =>
        admin.query(
          `select * from message where tenant_id = '${tenant.id}' order by posted_at desc, id desc limit 50 offset ${skip}`,
        ),
    )
    const words = [skip, count].map((number) => number.toLocaleString('en-GB'))
    return [
      {
        what: `List: page at ${words.join(' of ')}, p95`,
        ours: percentile(times.ours, 0.95),
        floor: percentile(times.bare, 0.95),
        against: 'bare SQL',
        unit: 'ms',
        marks: { atMost: 100 },
      },
    ]
  },
}
