/**
 * Lists, filters and searches over many messages, through the API as a page calls it, compared with the same page and count
 * as plain SQL of a superuser: no row-level security, no scope, no contract, no HTTP. Also the size of their indexes.
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { resolve } from 'node:path'
import { parseQuery, toTsquery } from '@verbatim/server/kernel/search/query.ts'
import { exactTotal } from '@verbatim/contract/list.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { type Archive, openArchive } from './archive.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { openTenantClient } from './tenant-client.ts'
import { byTurns } from './timed.ts'

export const lists: Claim = {
  name: 'lists',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({
      works: false,
      ...(options.archive && { home: resolve(options.archive) }),
    })
    const archive = await openArchive(product, options)
    const { tenant } = archive
    const ask = await openReaders(product, tenant)
    const rows: Row[] = [await weigh(product, archive)]
    const sets = await setsOf(product, archive)
    for (const question of questionsOf(archive, sets)) {
      const bare = () => askBare(product, tenant, question)
      const ours = () => ask(question)
      const times = await byTurns(ours, bare)
      const row: Row = {
        what: `${question.name}, p95`,
        ours: percentile(times.ours, 0.95),
        floor: percentile(times.bare, 0.95),
        against: 'bare SQL',
        unit: 'ms',
        ...(!question.exactly && { marks: { atMost: 100, times: 3 } }),
      }
      rows.push(row)
      options.tell(`${question.name}: ${row.ours.toFixed(1)} ms, bare ${row.floor.toFixed(1)} ms`)
    }
    return rows
  },
}

/** The size per message of all indexes of the table of messages, and of the table itself. */
async function weigh({ admin }: Product, { count }: Archive): Promise<Row> {
  const { rows } = await admin.query<{ indexes: string; rows: string }>(
    `select pg_indexes_size('message') as indexes, pg_table_size('message') as rows`,
  )
  const kilobytes = (bytes: string | undefined) => Number(bytes) / 1000 / count
  return {
    what: 'Indexes of a message',
    ours: kilobytes(rows[0]?.indexes),
    floor: kilobytes(rows[0]?.rows),
    against: 'its row',
    unit: 'kB',
    marks: { atMost: 0.6 },
  }
}

interface Question {
  readonly name: string
  /** The parameters of the list. */
  readonly asked: string
  /** The part that a reader of one group may see. */
  readonly limited?: true
  /** Whether its total is counted further, as a page requests it after the rows. */
  readonly exactly?: true
  /** The same in SQL. */
  readonly where: string
  readonly order?: string
  readonly skip?: number
}

/** The sets of groups that contain the group, in the form that SQL compares fastest. */
async function setsOf({ admin }: Product, { tenant, group }: Archive): Promise<string> {
  const { rows } = await admin.query<{ keys: string }>(
    `select string_agg(distinct group_key::text, ',') as keys from message
     where tenant_id = '${tenant.id}' and group_ids && '{${group}}'::uuid[]`,
  )
  return `group_key = any('{${rows[0]?.keys}}'::bigint[])`
}

function questionsOf({ count, group, owner, now }: Archive, ofGroup: string): Question[] {
  const since = new Date(Math.floor(now.getTime() / dayMs) * dayMs - 29 * dayMs).toISOString()
  const month = `posted_at >= '${since}'`
  const far = Math.min(50_000, Math.floor(count / 4))
  const words = (text: string) => {
    const parsed = parseQuery(text)
    if (!parsed) throw new Error(`Nothing to search in ${text}`)
    return `search @@ '${toTsquery(parsed).replaceAll("'", "''")}'::tsquery`
  }
  const search = (name: string, text: string, extra = '', where = 'true'): Question => ({
    name,
    asked: `search=${encodeURIComponent(`messageBody:${text}`)}${extra}`,
    where: `${words(text)} and ${where}`,
  })
  return [
    { name: 'List: newest first', asked: '', where: 'true' },
    { name: 'List: last 30 days', asked: 'period=30', where: month },
    { name: `List: page at ${far.toLocaleString('en-GB')}`, asked: `skip=${far}`, where: 'true', skip: far },
    {
      name: 'List: as a reader of one group',
      asked: '',
      limited: true,
      where: ofGroup,
    },
    {
      name: 'Filter: low urgency, as a reader of one group',
      asked: 'filter=urgency[eq]:low',
      limited: true,
      where: `${ofGroup} and urgency = 'low'`,
    },
    { name: 'Filter: complaints', asked: 'filter=categoryId[eq]:complaint', where: `category = 'complaint'` },
    {
      name: 'Filter: channel and high urgency',
      asked: 'filter=channelType[eq]:wecom,urgency[eq]:high',
      where: `channel = 'wecom' and urgency = 'high'`,
    },
    {
      name: 'Filter: a group',
      asked: `filter=groupId[eq]:${group}`,
      where: ofGroup,
    },
    {
      name: 'Filter: a representative',
      asked: `filter=authorId[eq]:${owner}`,
      where: `author_user_id = '${owner}'`,
    },
    {
      name: 'Filter: a representative, high urgency',
      asked: `filter=ownerId[eq]:${owner},urgency[eq]:high`,
      where: `author_user_id = '${owner}' and urgency = 'high'`,
    },
    {
      name: 'Filter: with attachments',
      asked: 'filter=attachmentCount[gt]:0',
      where: `attachment_count > 0`,
    },
    {
      name: 'Filter: text contains',
      asked: 'filter=messageBody[contains]:portfolio',
      where: `body ilike '%portfolio%'`,
    },
    {
      name: 'Filter: text contains, 30 days',
      asked: 'period=30&filter=messageBody[contains]:ortfoli',
      where: `body ilike '%ortfoli%' and ${month}`,
    },
    {
      name: 'Filter: text contains Chinese, 30 days',
      asked: `period=30&filter=messageBody[contains]:${encodeURIComponent('幕消')}`,
      where: `body ilike '%幕消%' and ${month}`,
    },
    {
      name: 'Sort: by author',
      asked: 'sort=persons.displayName',
      where: 'true',
      order: 'coalesce(author_name, author_address), posted_at desc, id desc',
    },
    {
      name: 'Sort: by urgency',
      asked: 'sort=-urgency',
      where: 'true',
      order: `array_position('{low,medium,high}'::text[], urgency) desc, posted_at desc, id desc`,
    },
    {
      name: 'Sort: by capture',
      asked: 'sort=-capturedDate',
      where: 'true',
      order: 'captured_at desc, posted_at desc, id desc',
    },
    search('Search: a common word', 'market'),
    { ...search('Search: a common word, its exact total', 'market'), exactly: true },
    search('Search: a rare word', 'zanzibar'),
    search('Search: a phrase', '"market price"'),
    search('Search: a prefix', 'compli*'),
    search('Search: AND, OR, NOT', '(price OR rate) AND client NOT lunch'),
    search('Search: Chinese', '内幕消息'),
    search(
      'Search: word, filter, 30 days',
      'portfolio',
      '&period=30&filter=urgency[eq]:high',
      `urgency = 'high' and ${month}`,
    ),
  ]
}

/** Calls as one of several users, so that none reaches the limit of calls in a minute. */
async function openReaders(
  { world, port }: Product,
  tenant: WorldTenant,
): Promise<(question: Question) => Promise<void>> {
  const { users, northerner } = tenant
  const whole = await Promise.all(
    [users.super_admin, users.tenant_admin, users.compliance, users.analyst, users.manager].map((id) =>
      world.as(tenant, id),
    ),
  )
  const limited = await world.as(tenant, northerner)
  const ask = openTenantClient(port, tenant.label)
  let turn = 0
  return async ({ asked, limited: isLimited, exactly }) => {
    const reader = isLimited ? limited : whole[turn++ % whole.length]
    const path = `/bff/api/v1/messages?${exactly ? 'limit=1' : `exactTo=${countedAtOnce}`}${asked && `&${asked}`}`
    if (!reader) throw new Error('The bench has no reader')
    const { items } = (await ask({ token: reader.token, path })) as { items: unknown[] }
    if (items.length === 0) throw new Error(`${path}: nothing was found`)
  }
}

/** The calls of a page with its rows. */
export const countedAtOnce = 10_000
const newest = 'posted_at desc, id desc'

async function askBare(
  { admin }: Product,
  { id }: WorldTenant,
  { where, order = newest, skip = 0, exactly }: Question,
): Promise<void> {
  const matching = `message where tenant_id = '${id}' and ${where}`
  await admin.query(
    `select id, conversation_id, channel, account_id, direction, posted_at, captured_at, author_address, author_name,
       subject, body, category, urgency, group_ids, attachment_count from ${matching} order by ${order} limit ${exactly ? 1 : 50} offset ${skip}`,
  )
  const most = (exactly ? exactTotal : countedAtOnce) + 1
  await admin.query(`select count(*) from (select from ${matching} limit ${most}) counted`)
}
