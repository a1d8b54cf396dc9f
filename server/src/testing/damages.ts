/*
 * What can happen to an installation past every trigger and constraint: how the administrator of the database causes it and undoes
 * it, and what `npm run verify` says of it.
 */

const policy = `create policy tenant_isolation on contact to verbatim_app
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))`

export const damages: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'the bytes of a record',
    `update message_record set bytes = bytes || '\\x00'`,
    `update message_record set bytes = substr(bytes, 1, length(bytes) - 1)`,
    /Records that differ from what was received: 3 /,
  ],
  [
    'the digest of a record',
    `update message_record set sha256 = substr(sha256, 2) || substr(sha256, 1, 1)`,
    `update message_record set sha256 = substr(sha256, 32) || substr(sha256, 1, 31)`,
    /Records that differ from what was received: 3 /,
  ],
  [
    'a record that is gone',
    `create temp table gone as select * from message_record limit 1; delete from message_record where id in (select id from gone)`,
    `insert into message_record select * from gone; drop table gone`,
    /Rows of message that refer to a missing message_record: /,
  ],
  [
    'the counters of an account',
    'update account_counters set accepted = accepted + 1',
    'update account_counters set accepted = accepted - 1',
    /counts \d+ records, but \d+ are stored/,
  ],
  [
    'a count of a day',
    'update message_day set messages = messages + 1',
    'update message_day set messages = messages - 1',
    /counts \d+ messages on \d{4}-\d\d-\d\d, but \d+ are stored/,
  ],
  ...['message_rollup', 'conversation_day'].map(
    (table) =>
      [
        `a count of ${table}`,
        `update ${table} set messages = messages + 1`,
        `update ${table} set messages = messages - 1`,
        /counts \d+ messages for Key Metrics on \d{4}-\d\d-\d\d, but \d+ are stored/,
      ] as const,
  ),
  [
    'a theme that is counted by another urgency',
    `insert into theme (tenant_id, id, name, terms, words, is_shown, created_at)
       select tenant_id, '0197a000-0000-7000-8000-0000000000fd', 'x', '[]', '{}', true, now() from organization;
     insert into message_theme (tenant_id, message_id, theme_id, posted_at, channel, group_ids, direction, category, urgency, author)
       select tenant_id, id, '0197a000-0000-7000-8000-0000000000fd', posted_at, channel, group_ids, direction, category,
         case urgency when 'high' then 'low' else 'high' end, author_address from message`,
    'delete from message_theme; delete from theme_reach; delete from theme_day; delete from theme',
    /The theme of the message .* is counted with properties that the message does not have/,
  ],
  [
    'a count of a theme',
    `insert into theme (tenant_id, id, name, terms, words, is_shown, created_at)
       select tenant_id, '0197a000-0000-7000-8000-0000000000fd', 'x', '[]', '{}', true, now() from organization;
     insert into theme_day (tenant_id, day, theme_id, category, low, medium, high)
       select tenant_id, '2026-01-01', id, 'other', 0, 0, 1 from theme`,
    'delete from theme_day; delete from theme',
    /The count of the theme .* on 2026-01-01 differs from its messages/,
  ],
  [
    'a mention at another time',
    `insert into off_channel_mention (tenant_id, message_id, way, posted_at)
       select tenant_id, id, 'app', posted_at + interval '1 minute' from message`,
    'delete from off_channel_mention',
    /The off-channel mention in the message .* has a different time than the message/,
  ],
  [
    'a burst that was answered',
    `update opening set answered_at = posted_at where opens_burst`,
    `update opening set answered_at = null where opens_burst`,
    /The pauses and answers of conversation .* differ from its messages/,
  ],
  [
    'an hour that was not compared',
    `update channel_account set compared_hours = '{[2026-01-01 00:00+00, 2026-01-01 01:00+00)}'`,
    `update channel_account set compared_hours = '{}'`,
    /The compared hours of the account .* differ from its coverage/,
  ],
  [
    'another precedent of a decision',
    `update precedent set precedent = 'non_compliant'`,
    `update precedent set precedent = 'false_positive'`,
    /The decision on the event .* differs from the event’s history, or has a wrong precedent or none/,
  ],
  [
    'a decision without its precedent',
    `create temp table gone as select * from precedent; delete from precedent`,
    `insert into precedent select * from gone; drop table gone`,
    /The decision on the event .* differs from the event’s history, or has a wrong precedent or none/,
  ],
  [
    'an organization that is gone',
    `create temp table gone as select * from organization; delete from organization`,
    `insert into organization select * from gone; drop table gone`,
    /1 organizations were counted, but 0 were found/,
  ],
  [
    'rows of no organization',
    `insert into contact (tenant_id, id, name) values ('0197a000-0000-7000-8000-0000000000ff', '0197a000-0000-7000-8000-0000000000fe', 'x')`,
    `delete from contact where tenant_id = '0197a000-0000-7000-8000-0000000000ff'`,
    /Rows of contact that belong to a missing organization: 1\./,
  ],
  [
    'row-level security off',
    'alter table contact disable row level security',
    'alter table contact enable row level security',
    /Row-level security of contact is not enabled/,
  ],
  [
    'row-level security not forced',
    'alter table contact no force row level security',
    'alter table contact force row level security',
    /Row-level security of contact is not forced/,
  ],
  [
    'a policy that is gone',
    'drop policy tenant_isolation on contact',
    policy,
    /contact has no policy that binds/,
  ],
  [
    'a policy too many',
    'create policy open on contact to verbatim_app using (true)',
    'drop policy open on contact',
    /The policy open on contact lets in verbatim_app/,
  ],
  [
    'a grant on a record',
    'grant update on message_record to verbatim_app',
    'revoke update on message_record from verbatim_app',
    /can update the append-only table message_record/,
  ],
  [
    'a grant to every role',
    'grant select on contact to public',
    'revoke select on contact from public',
    /Every role has rights on contact/,
  ],
  [
    'a grant to make things',
    'grant create on schema public to verbatim_app',
    'revoke create on schema public from verbatim_app',
    /can create objects/,
  ],
  [
    'a trigger that is off',
    'alter table message_record disable trigger append_only',
    'alter table message_record enable trigger append_only',
    /The trigger append_only of message_record is switched off/,
  ],
  [
    'a function with a loose search path',
    'alter function installation_state() reset search_path',
    'alter function installation_state() set search_path = pg_catalog, public, pg_temp',
    /installation_state\(\) does not pin its search path/,
  ],
  [
    'a function open to every role',
    'grant execute on function installation_state() to public',
    'revoke execute on function installation_state() from public',
    /is open to every role/,
  ],
]
