/** Twenty thousand contacts listed and searched through the API, against the page and the count as plain SQL. */
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { Claim, Row } from './figures.ts'
import { measureQuestion, type Question } from './list-question.ts'
import { openProduct, type Product } from './product.ts'

const size = 20_000

export const contacts: Claim = {
  name: 'contacts',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('contacts')
    const { token } = await product.world.as(tenant, tenant.users.tenant_admin)
    await fill(product, tenant)
    const rows: Row[] = []
    const path = '/messenger/api/v1/contacts'
    const standing = `contact where tenant_id = '${tenant.id}' and archived_at is null`
    for (const question of questionsOf(tenant)) {
      const row = await measureQuestion({ product, tenant, token, path, rows: standing }, question)
      rows.push(row)
      tell(`${row.what}: ${row.ours.toFixed(1)} ms, bare ${row.floor.toFixed(1)} ms`)
    }
    return rows
  },
}

/** Every fifth is personal; all are in the north group, and every second in the south group too. */
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

const byName = 'sort_name, id'

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
  ].map((question) => ({ order: byName, ...question }))
}
