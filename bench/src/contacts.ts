/** Twenty thousand contacts listed and searched through the API, against the page and the count as plain SQL. */
import { Agent, request } from 'node:http'
import type { Caller, WorldTenant } from '@verbatim/server/testing/world.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'

const size = 20_000
const asks = 40
const warmUps = 3

export const contacts: Claim = {
  name: 'contacts',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('contacts')
    const caller = await product.world.as(tenant, tenant.users.tenant_admin)
    await fill(product, tenant)
    const rows: Row[] = []
    for (const question of questionsOf(tenant)) {
      const row = await measure(product, tenant, caller, question)
      rows.push(row)
      tell(`${row.what}: ${row.ours.toFixed(1)} ms, bare ${row.floor.toFixed(1)} ms`)
    }
    return rows
  },
}

/** Every fifth is personal; all are in the north group, and every second in the south group, too. */
async function fill({ admin }: Product, { id, groups, representative }: WorldTenant): Promise<void> {
  const number = `'+1415' || lpad(i::text, 7, '0')`
  const isPersonal = 'i % 5 = 0'
  await admin.query(`
    with made as (
      insert into contact (tenant_id, id, name, share_level, owner_id, search_text)
      select '${id}', gen_random_uuid(), 'Contact ' || i % 977 || ' Family' || i,
        case when ${isPersonal} then 'personal' else 'global' end,
        case when ${isPersonal} then '${representative}'::uuid end,
        'Contact ' || i % 977 || ' Family' || i || ' ' || ${number} || ' contact' || i || '@client.example'
      from generate_series(1, ${size}) i returning *),
    addressed as (
      insert into address (tenant_id, value, contact_id, scope_id)
      select tenant_id, word, id, scope_id from made, unnest(string_to_array(search_text, ' ')) word
      where word like '+%' or word like '%@%')
    insert into conversation_group_contact (tenant_id, group_id, contact_id)
    select tenant_id, '${groups.north}'::uuid, id from made
    union all select tenant_id, '${groups.south}'::uuid, id from made where right(name, 1) in ('0', '2', '4', '6', '8')`)
  await admin.query('analyze')
}

interface Question {
  readonly name: string
  readonly asked: string
  readonly where: string
  readonly order?: string
  readonly skip?: number
}

function questionsOf({ groups, representative }: WorldTenant): Question[] {
  return [
    { name: 'Contacts: by name', asked: '', where: 'true' },
    { name: 'Contacts: page at 15,000', asked: 'skip=15000', where: 'true', skip: 15_000 },
    {
      name: 'Contacts: last changed',
      asked: 'sort=-changed',
      where: 'true',
      order: 'changed_at desc, id',
    },
    {
      name: 'Contacts: search a number',
      asked: 'search=phoneNumberName:0012345',
      where: `search_text ilike '%0012345%'`,
    },
    {
      name: 'Contacts: search two words',
      asked: 'search=phoneNumberName:family12%20client.example',
      where: `search_text ilike '%family12%' and search_text ilike '%client.example%'`,
    },
    {
      name: 'Contacts: of a group',
      asked: `filter=groupId[eq]:${groups.south}`,
      where: `id in (select contact_id from conversation_group_contact where group_id = '${groups.south}')`,
    },
    {
      name: 'Contacts: personal, of an owner',
      asked: `filter=shareType[eq]:personal,ownerId[eq]:${representative}`,
      where: `share_level = 'personal' and owner_id = '${representative}'`,
    },
  ]
}

async function measure(
  { admin, origin }: Product,
  { id, label }: WorldTenant,
  { token }: Caller,
  { name, asked, where, order = 'sort_name, id', skip = 0 }: Question,
): Promise<Row> {
  const port = new URL(origin).port
  const matching = `contact where tenant_id = '${id}' and archived_at is null and ${where}`
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let i = -warmUps; i < asks; i++) {
    const begun = performance.now()
    await ask(port, `/messenger/api/v1/contacts?${asked}`, { label, token })
    const between = performance.now()
    await admin.query(`select * from ${matching} order by ${order} limit 50 offset ${skip}`)
    await admin.query(`select count(*) from ${matching}`)
    if (i < 0) continue
    times.ours.push(between - begun)
    times.bare.push(performance.now() - between)
  }
  return {
    what: `${name}, p95`,
    ours: percentile(times.ours, 0.95),
    floor: percentile(times.bare, 0.95),
    against: 'bare SQL',
    unit: 'ms',
    marks: { atMost: 100 },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(
  port: string,
  path: string,
  { label, token }: { label: string; token: string },
): Promise<unknown> {
  const headers = { host: `${label}.verbatim.localhost:${port}`, authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(JSON.parse(text))
          : reject(new Error(`${path}: ${response.statusCode} ${text}`)),
      )
    })
      .on('error', reject)
      .end()
  })
}
