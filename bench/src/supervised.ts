/**
 * What people and reviewers add to the archive's messages, so that every figure has something to count: the people themselves, contacts,
 * events that reviewers decided on, promises, and themes. Written once; the numbers are those of an organization with a year behind it.
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { findOpenings } from '@verbatim/server/domains/metrics/openings.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { type Archive } from './archive.ts'
import type { Product } from './product.ts'

/** Adds to the archive what it lacks, if it does. */
export async function addSupervision(product: Product, archive: Archive): Promise<void> {
  const { admin } = product
  const { id } = archive.tenant
  const known = await admin.query(`select from cognitive_event where tenant_id = '${id}' limit 1`)
  if (known.rows.length > 0) return
  await admin.query('select setseed(0.26)')
  for (const statement of [...people(archive), ...reviews(archive), ...promises(id), ...themes(id)])
    await admin.query(statement)
  await findAllOpenings(product, archive)
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
}

/** As a worker does, which this claim goes without. */
async function findAllOpenings({ world }: Product, { tenant }: Archive): Promise<void> {
  const later = new Date(Date.now() + dayMs)
  const turn = () => inTenant(world.ctx.db, tenant.id, (tx) => findOpenings(tx, 50, later))
  while ((await turn()) > 0) continue
}

/** The authors of messages as users, each with their accounts, and their clients, most of them contacts, some of them merged. */
function people({ tenant: { id, northerner } }: Archive): string[] {
  return [
    `insert into tenant_user (tenant_id, id, email, email_key, first_name, messenger_role)
      select distinct on (author_user_id) tenant_id, author_user_id, author_user_id || '@bench.example', author_user_id || '@bench.example',
        author_name, 'user' from message where tenant_id = '${id}' and author_user_id is not null on conflict do nothing`,
    `insert into channel_account (tenant_id, id, channel, name, address, owner_id, created_at)
      select distinct on (account_id) tenant_id, account_id, channel, author_name, account_id, author_user_id, now() - interval '2 years'
      from message where tenant_id = '${id}' and author_user_id is not null on conflict do nothing`,
    `insert into participant (tenant_id, conversation_id, address, kind, user_id, first_at, last_at)
      select tenant_id, conversation_id, author_address, 'phone', max(author_user_id::text)::uuid, min(posted_at), max(posted_at)
      from message where tenant_id = '${id}' group by 1, 2, 3 on conflict do nothing`,
    `insert into contact (tenant_id, id, name) select tenant_id, gen_random_uuid(), 'Client ' || right(address, 5)
      from participant where tenant_id = '${id}' and user_id is null and random() < 0.7`,
    'analyze contact, participant', // so that the planner knows how many there are
    `update participant set contact_id = known.id from contact known
      where participant.tenant_id = '${id}' and participant.user_id is null and known.tenant_id = '${id}'
        and known.name = 'Client ' || right(participant.address, 5)`,
    `with merged as (
        select id, lead(id) over (order by id) as root, row_number() over (order by id) as place from contact where tenant_id = '${id}'
      ) update contact set merged_into = merged.root, archived_at = now()
      from merged where contact.tenant_id = '${id}' and contact.id = merged.id and merged.root is not null and merged.place % 100 = 1`,
    // Groups, in which a reader may see a part.
    `update conversation set type = 'group' where tenant_id = '${id}' and random() < 0.15`,
    `update message set group_ids = group_ids[2:] from (
        select id from conversation where tenant_id = '${id}' and type = 'group' and cardinality(group_ids) = 2 limit 200
      ) shared where tenant_id = '${id}' and message.conversation_id = shared.id and direction = 'outbound'`,
    // Who reads one group may also make insights.
    `update tenant_user set role = 'analyst' where tenant_id = '${id}' and id = '${northerner}'`,
  ]
}

const policies = 20
const rulesOfPolicy = 10
/** Of a rule: a few phrases are found often, most of them seldom. */
const phrases = 40
const reviewers = 12

/** Events of three in a hundred messages, of which reviewers decided on nine in ten; one in thirty was decided again by another. */
function reviews({ tenant: { id } }: Archive): string[] {
  const reviewer = `(array(select id from tenant_user where tenant_id = '${id}' and email like 'reviewer%' order by email))`
  const anyone = `${reviewer}[1 + floor(random() * ${reviewers})::int]`
  return [
    `insert into tenant_user (tenant_id, id, email, email_key, first_name, last_name, role)
      select '${id}', gen_random_uuid(), 'reviewer' || n || '@bench.example', 'reviewer' || n || '@bench.example', 'Reviewer', n::text, 'compliance'
      from generate_series(10, ${9 + reviewers}) n`,
    `insert into policy (tenant_id, id, name_key, created_at)
      select '${id}', gen_random_uuid(), 'bench policy ' || n, now() - interval '2 years' from generate_series(1, ${policies}) n`,
    `insert into policy_version (tenant_id, policy_id, version, edition, name, severity, scope, action, enabled, changed_at, changed_by_name)
      select tenant_id, id, 1, row_number() over (order by name_key), initcap(name_key), 'medium', 'global', 'raise', true, created_at, 'Bench'
      from policy where tenant_id = '${id}' and name_key like 'bench policy %'`,
    `insert into policy_rule (tenant_id, policy_id, id, from_version, ordinal, name, type, pattern)
      select tenant_id, id, gen_random_uuid(), 1, n, 'Rule ' || n, 'phrase', 'phrase ' || n
      from policy, generate_series(1, ${rulesOfPolicy}) n where tenant_id = '${id}' and name_key like 'bench policy %'`,
    `create temp table bench_rule as
      select policy_id, id, row_number() over (order by id) as n from policy_rule where tenant_id = '${id}' and pattern like 'phrase %'`,
    // Nine in ten are closed after one to fourteen days.
    `create temp table bench_event as
      select gen_random_uuid() as id, message.id as message_id, conversation_id, channel, group_ids, posted_at as triggered_at,
        1 + floor(random() * ${policies * rulesOfPolicy})::int as rule,
        posted_at + random() * random() * interval '14 days' as decided_at, random() < 0.9 as is_closed,
        (array['false_positive', 'false_positive', 'false_positive', 'non_compliant', 'questionable', 'non_compliant', 'questionable',
          'duplicate'])[1 + floor(random() * 8)::int] as disposition,
        (array['low', 'medium', 'medium', 'high'])[1 + floor(random() * 4)::int] as severity, ${anyone} as reviewer, random() < 0.03 as is_reopened
      from message where tenant_id = '${id}' and random() < 0.03`,
    `update bench_event set is_closed = false where decided_at > now()`,
    `insert into cognitive_event (tenant_id, id, policy_id, policy_version, conversation_id, message_id, channel, group_ids, severity, status,
        disposition, assignee_id, evidence_count, triggered_at, last_evidence_at, version)
      select '${id}', event.id, policy_id, 1, conversation_id, message_id, channel, group_ids, severity,
        case when not is_closed then 'new' when disposition = 'false_positive' then 'dismissed' else 'resolved' end,
        case when is_closed then disposition end, case when is_closed or random() < 0.8 then reviewer end, 1, triggered_at, triggered_at,
        case when not is_closed then 1 when is_reopened then 4 else 2 end
      from bench_event event join bench_rule on n = rule`,
    `insert into evidence (tenant_id, id, event_id, message_id, revision, policy_id, policy_version, rule_id, start_at, end_at, found_at, words_key)
      select '${id}', gen_random_uuid(), event.id, message_id, 1, policy_id, 1, bench_rule.id, place * 10, place * 10 + 8, triggered_at,
        floor(random() ^ 3 * ${phrases})::int
      from bench_event event join bench_rule on n = rule, generate_series(1, 2) place where place = 1 or random() < 0.4`,
    ...[
      ['1', 'raised', 'null', 'null', 'null', 'null', 'triggered_at', 'true'],
      ['2', 'status', `'new'`, 'closed', 'disposition', 'reviewer', 'decided_at', 'is_closed'],
      [
        '3',
        'status',
        'closed',
        `'in_review'`,
        'null',
        anyone,
        `decided_at + interval '1 hour'`,
        'is_closed and is_reopened',
      ],
      [
        '4',
        'status',
        `'in_review'`,
        'closed',
        'disposition',
        anyone,
        `decided_at + interval '2 hours'`,
        'is_closed and is_reopened',
      ],
    ].map(
      ([version, kind, from, to, disposition, by, at, where]) =>
        `insert into event_history (tenant_id, id, event_id, change_id, at, actor_id, actor_name, kind, from_status, to_status, disposition, version)
          select '${id}', gen_random_uuid(), id,
            -- Every fifth decision is on many events at once.
            case when ${version} = 2 and random() < 0.2 then md5(reviewer::text || disposition || decided_at::date)::uuid else gen_random_uuid() end,
            ${at}, ${by}, 'Reviewer', '${kind}', ${from}, ${to}, ${disposition}, ${version}
          from (select *, case when disposition = 'false_positive' then 'dismissed' else 'resolved' end as closed from bench_event) event
          where ${where}`,
    ),
    'drop table bench_event, bench_rule',
  ]
}

/** Three in a hundred sent messages promise something within a week; some say the same again. */
function promises(id: string): string[] {
  return [
    `insert into promise (tenant_id, message_id, due_on, due_at, deed)
      select tenant_id, id, day, (day + 1)::timestamp at time zone 'UTC' - interval '1 ms', md5(floor(random() * 2000)::text)
      from (select *, posted_at::date + floor(random() * 7)::int as day from message where tenant_id = '${id}' and direction = 'outbound') said
      where random() < 0.03`,
  ]
}

const themeCount = 60

/** Seven in ten messages have a theme, some themes many more than others. */
function themes(id: string): string[] {
  return [
    `insert into theme (tenant_id, id, name, terms, words, is_shown, created_at)
      select '${id}', gen_random_uuid(), 'Subject ' || n, '[]', array['one', 'two', 'three'], true, now() - interval '1 year'
      from generate_series(1, ${themeCount}) n`,
    `insert into message_theme (tenant_id, message_id, theme_id, posted_at, channel, group_ids, direction, category, urgency, author,
        author_user_id, author_contact_id)
      select tenant_id, id, (select array_agg(theme.id order by theme.id) from theme where theme.tenant_id = '${id}')
          [1 + floor(random() * random() * ${themeCount})::int], posted_at, channel, group_ids, direction, category, urgency,
        coalesce(author_user_id::text, author_contact_id::text, author_address), author_user_id, author_contact_id
      from message where tenant_id = '${id}' and random() < 0.7 order by posted_at`,
  ]
}
