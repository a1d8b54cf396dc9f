/**
 * The shape of each kind of list query at a hundred thousand messages: the planner's choices, not the time. A search that
 * stops using its index, or a list that sorts what an index already has in order, fails here.
 */
import { ContactId, GroupId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everything } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { storeManyMessages } from '#testing/many-messages.ts'
import { otherCopies } from './mirror-queries.ts'
import { findMessages } from './queries.ts'
import { toQuestion } from './search-question.ts'

const now = new Date('2026-03-01T12:00:00Z')
const tenantId = TenantId.parse(newId(now))
const group = GroupId.parse(newId(now))
const author = UserId.parse(newId(now))
const heir = UserId.parse(newId(now))
const contact = ContactId.parse(newId(now))
/** A member of most conversations, and a client in two of them. */
const member = UserId.parse(newId(now))
const client = ContactId.parse(newId(now))

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await storeManyMessages(database, { tenantId, now, group, author, contact, member, client })
  await owner.query('vacuum analyze message, participant')
  await owner.query('set random_page_cost = 1.1') // with the settings of the embedded database
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await database?.close()
})

const questionOf = (raw: Record<string, string>, scope = everything, withAttachments = false) => {
  const query = parseListQuery(messageList, raw)
  return JSON.stringify({
    ...toQuestion(scope, query, now, { withAttachments }),
    limit: query.limit,
    skip: query.skip,
  })
}

/** As the role that owns the search functions, because they run as that role. */
async function asSearchRole<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  await owner.query('set role verbatim_search')
  try {
    return (await owner.query<Row>(text, values)).rows
  } finally {
    await owner.query('reset role')
  }
}

/** The plan of the query inside a search function. */
async function planOf(call: string, question: string): Promise<string> {
  const [parts] = await asSearchRole<{ condition: string; order: string }>(
    `select searched_where($1, $2) as condition, searched_order($2::jsonb -> 'sort') as order`,
    [tenantId, question],
  )
  const from = `from public.message m where ${parts!.condition}`
  const text =
    call === 'page'
      ? `select m.id ${from} order by ${parts!.order} limit 50`
      : call === 'gathered page'
        ? `select m.id from (select m.* ${from} offset 0) m order by ${parts!.order} limit 50`
        : `select count(*) from (select ${from} limit 100001) counted`
  const plan = await asSearchRole<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`)
  return plan.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['the newest page', {}, 'page', /Limit\s+->\s+Index (Only )?Scan Backward using message_by_time/],
  [
    'the oldest page',
    { sort: 'postedDate' },
    'page',
    /Limit\s+->\s+Index (Only )?Scan using message_by_time/,
  ],
  [
    'a month',
    { period: '30' },
    'page',
    /Index (Only )?Scan Backward using message_by_time[\s\S]*posted_at >=/,
  ],
  ['a rare word', { search: 'rare' }, 'page', /Bitmap Index Scan on message_by_words/],
  ['the count of a rare word', { search: 'rare' }, 'count', /Bitmap Index Scan on message_by_words/],
  ['a rare phrase', { search: '"text 500 rare"' }, 'page', /Bitmap Index Scan on message_by_words/],
  ['a rare prefix', { search: '9999*' }, 'gathered page', /Bitmap Index Scan on message_by_words/],
  [
    'a part of a rare word',
    { filter: 'messageBody[contains]:rar' },
    'count',
    /Bitmap Index Scan on message_by_words/,
  ],
  ['a common word', { search: 'common' }, 'page', /Limit\s+->\s+Index Scan Backward using message_by_time/],
  ['a category', { filter: 'categoryId[eq]:complaint' }, 'page', /message_by_(category|time)/],
  [
    'the count of a category',
    { filter: 'categoryId[eq]:complaint' },
    'count',
    /Index Only Scan using message_by_category/,
  ],
  ['a high urgency', { filter: 'urgency[eq]:high' }, 'page', /Index (Only )?Scan using message_by_urgency/],
  ['what clients say about consent', { filter: 'consent[eq]:stopped' }, 'page', /message_consent/],
  ['a rare language', { filter: 'language[eq]:zh' }, 'page', /Index Scan (on|using) message_by_language/],
  [
    'the count of a rare language',
    { filter: 'language[eq]:zh' },
    'count',
    /Index (Only )?Scan (on|using) message_by_language/,
  ],
  ['a common language', { filter: 'language[eq]:en' }, 'page', /Index Scan Backward using message_by_time/],
  ['a channel', { filter: 'channelType[eq]:sms' }, 'count', /Index Only Scan using message/],
  ['a rare group', { filter: `groupId[eq]:${group}` }, 'page', /Index Scan using message_by_group/],
  [
    'the count of a group',
    { filter: `groupId[eq]:${group}` },
    'count',
    /Index Only Scan using message_by_group/,
  ],
  ['an author', { filter: `authorId[eq]:${author}` }, 'count', /Index Only Scan using message_by_author/],
  ['a contact', { filter: `authorId[eq]:${contact}` }, 'page', /message_by_contact/],
  [
    'what a few were written to',
    { filter: `recipientId[eq]:${client}` },
    'page',
    /Nested Loop[^]*participant_by_contact[^]*message_by_conversation/,
  ],
  [
    'the count of what a few were written to',
    { filter: `recipientId[eq]:${client}` },
    'count',
    /Nested Loop[^]*participant_by_contact[^]*message_by_conversation/,
  ],
  [
    'what most were written to',
    { filter: `recipientId[eq]:${member}` },
    'page',
    /Index Scan Backward using message_by_time/,
  ],
  [
    'what was not written to someone',
    { filter: `recipientId[neq]:${member}` },
    'page',
    /Limit\s+->\s+Index Scan Backward using message_by_time/,
  ],
  [
    'an owner without accounts',
    { filter: `ownerId[eq]:${author}` },
    'count',
    /Index Only Scan using message_by_author/,
  ],
  ['the order of authors', { sort: 'author' }, 'page', /Incremental Sort[\s\S]*message_by_author_name/],
  ['the order of capture', { sort: '-capturedDate' }, 'page', /Incremental Sort[\s\S]*message_by_capture/],
  ['what was captured in a span', { filter: 'capturedDate[lt]:2020-01-01' }, 'count', /message_by_capture/],
  [
    'what has attachments',
    { filter: 'attachmentCount[neq]:0' },
    'count',
    /Index Only Scan using message_by_attachments/,
  ],
  ['pictures', { filter: 'sourceType[eq]:image' }, 'count', /Index Only Scan using message_by_kind/],
  [
    'internal messages',
    { filter: 'direction[eq]:internal' },
    'count',
    /Index Only Scan using message_by_direction/,
  ],
  ['all but ordinary categories', { filter: 'categoryId[neq]:other' }, 'page', /message_by_(category|time)/],
  ['what was deleted', { filter: 'isDeleted[eq]:true' }, 'page', /message_deleted/],
  [
    'further copies',
    { filter: 'isMirror[eq]:true' },
    'page',
    /Index Scan Backward using message_(mirrors|by_time)/,
  ],
  ['what arrived late', { filter: 'isLate[eq]:true' }, 'page', /message_late/],
  ['a conversation', { filter: `conversationId[eq]:${newId(now)}` }, 'page', /message_by_conversation/],
])('%s is read from its index', async (_, raw, call, shape) => {
  const plan = await planOf(call, questionOf(raw as Record<string, string>))
  expect(plan).toMatch(shape)
  expect(plan).not.toMatch(/Seq Scan/)
})

test.each([
  ['a rare word', { search: 'rare' }, 'page'],
  ['the count of a rare word', { search: 'rare' }, 'count'],
  ['a word that only files hold', { search: 'inside rare' }, 'count'],
  ['a rare prefix', { search: '9999*' }, 'gathered page'],
])(
  '%s, in messages and inside of their attachments, is read from the two indexes of words',
  async (_, raw, call) => {
    const plan = await planOf(call, questionOf(raw, everything, true))
    expect(plan).toMatch(
      /BitmapOr[^]*Bitmap Index Scan on message_by_words[^]*Bitmap Index Scan on message_by_whole_words/,
    )
    expect(plan).not.toMatch(/Seq Scan/)
  },
)

test('a common word in messages or their attachments is searched in chronological order', async () => {
  const plan = await planOf('page', questionOf({ search: 'common' }, everything, true))
  expect(plan).toMatch(/Limit\s+->\s+Index Scan Backward using message_by_time/)
})

test.each([
  ['very many found by a word', { search: 'common' }, sql`search @@ 'common'`],
  [
    'very many that hold some characters',
    { filter: 'messageBody[contains]:ext 1' },
    sql`body ilike '%ext 1%'`,
  ],
  ['a page far back', {}, sql`true`],
  ['a page far back, the oldest first', { sort: 'postedDate' }, sql`true`],
])('%s: a page equals the result of a full scan', async (_, raw, where) => {
  const skip = 9_990
  const query = parseListQuery(messageList, { ...raw, skip: String(skip), exactTo: '10000' })
  const way = sql.raw('sort' in raw ? 'asc' : 'desc')
  await inTenant(database.db, tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from message where ${where}
      order by posted_at ${way}, id ${way} limit 50 offset ${skip}`.execute(tx)
    const { items } = await findMessages(tx, everything, query, { now, withAttachments: false })
    expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(items).toHaveLength(50)
  })
})

test('what was written to the owners of an account that changed hands is read from their conversations', async () => {
  await inTenant(database.db, tenantId, (tx) =>
    sql`with people as (insert into tenant_user (id, email, email_key, first_name)
        select id, id || '@plans.example', id || '@plans.example', 'An' from unnest(array[${author}, ${heir}]::uuid[]) id), account as (insert into channel_account (id, channel, name, address, owner_id)
        values (gen_random_uuid(), 'sms', 'Handed on', 'd', ${heir}) returning id) insert into account_former_owner (account_id, owner_id, group_ids, until) select id, ${author}, '{}', ${now} from account`.execute(
      tx,
    ),
  )
  const plan = await planOf('page', questionOf({ filter: `recipientId[in]:${author}|${heir}` }))
  expect(plan).toMatch(/Nested Loop[^]*participant_by_address[^]*message_by_conversation/)
})

test('the other copies of the messages of a page are read from their index', async () => {
  const { rows } = await inTenant(database.db, tenantId, (tx) =>
    sql<{
      'QUERY PLAN': string
    }>`explain (costs off) select copy.id from message known cross join ${otherCopies('known')}
      where known.id = any(array(select id from message order by posted_at desc limit 50))`.execute(tx),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/message_by_mirror_of on message other\s+Index Cond: [^\n]*mirror_of = /)
})

test('a scope of one group adds a condition and does not change the plan', async () => {
  const plan = await planOf(
    'page',
    questionOf({ search: 'rare' }, [{ channels: ['sms'], groupIds: [group] }]),
  )
  expect(plan).toMatch(/message_by_words|message_by_group/)
  expect(plan).not.toMatch(/Seq Scan/)
})

test('the SQL of the functions is pinned, so that every change is visible', async () => {
  const question = questionOf(
    {
      search: '"off the record"',
      filter: 'urgency[gte]:medium',
      period: '2026-01-01|2026-01-31',
      sort: '-urgency',
    },
    [
      { channels: ['sms', 'wecom'], groupIds: [group] },
      { channels: ['telegram'], groupIds: 'all' },
    ],
  )
  const [parts] = await asSearchRole<{ condition: string; order: string }>(
    `select searched_where($1, $2) as condition, searched_order($2::jsonb -> 'sort') as order`,
    [tenantId, question],
  )
  expect(
    `${parts!.condition} order by ${parts!.order}`
      .replace(/\{-?\d{9,}\}/, '{(set)}')
      .replaceAll(tenantId, '(tenant)'),
  ).toMatchInlineSnapshot(
    `"m.tenant_id = '(tenant)'::uuid and ((m.channel = any('{sms,wecom}'::text[]) and m.group_key = any('{(set)}'::bigint[])) or (m.channel = any('{telegram}'::text[]))) and (m.urgency = any('{medium,high}'::text[])) and (m.posted_at >= '2026-01-01T00:00:00.000Z'::timestamptz) and (m.posted_at < '2026-02-01T00:00:00.000Z'::timestamptz) and m.search @@ '''off'' <1> ''the'' <1> ''record'''::tsquery order by array_position('{low,medium,high}'::text[], m.urgency) desc, m.posted_at desc, m.id desc"`,
  )
})
