-- Messages: what was said, its versions, what happened to it afterwards, and its attachments.

-- The current state of a message. Rebuilt from records and events at any time.
create table message (
  tenant_id         uuid not null,
  id                uuid not null,
  record_id         uuid not null,
  channel           text not null,
  account_id        uuid not null,
  conversation_id   uuid not null,
  message_key       text not null,
  direction         text not null check (direction in ('inbound', 'outbound', 'internal', 'unknown')),
  author_address    text not null,
  author_name       text,                             -- as shown at that time
  author_user_id    uuid,
  author_contact_id uuid,
  posted_at         timestamptz not null,             -- by the best clock there is
  captured_at       timestamptz not null,             -- by ours
  subject           text,
  body              text,                             -- of the newest revision
  format            text not null default 'plain',
  others            jsonb,                            -- what it says besides its body, as [{kind, text}]
  content_type      text not null default 'text',
  structured        jsonb,
  recipients        jsonb,                            -- where addressing matters: mail
  reply_to_key      text,
  flags             text[] not null default '{}',
  attachment_count  smallint not null default 0,
  group_ids         uuid[] not null default '{}',     -- of the representatives in it, when captured
  group_key         bigint not null generated always as (hash_array_extended(group_ids, 0)) stored, -- the set of groups, as one value
  category          text not null default 'other',
  urgency           text not null default 'low',
  revision          smallint not null default 1,
  edited_at         timestamptz,
  deleted_at        timestamptz,
  deletion          jsonb,
  delivery_state    text,
  delivery_rank     smallint,
  examined_edition  integer,                          -- policies in force when it was examined; null: not yet
  search            tsvector,
  search_partly     boolean not null default false,   -- too large to be indexed whole
  -- The vector of a message's own texts together with those of its attachments; null where none of them has a text.
  whole_search      tsvector,
  whole_partly      boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, channel, message_key),           -- a redelivered message is the same message
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id)
);
-- The order of lists, with what they are most often limited to: what has it is met and counted without a row being read.
-- Times ascend in every index, for it grows at its end then, where pages are left full; lists read it backwards.
create index message_by_time on message (tenant_id, posted_at, id)
  include (group_key, channel, category, urgency, direction);
create index message_by_conversation on message (tenant_id, conversation_id, posted_at);
create index message_by_words on message using gin (search);
create index message_by_whole_words on message using gin (whole_search) where whole_search is not null;
create index message_with_whole_words on message (tenant_id, posted_at) where whole_search is not null;
create index message_whole_partly on message (tenant_id, posted_at) where whole_partly;
-- What lists are filtered by. Where one value is most of a list, it is left out, for it is met soon by time. What the
-- order of lists carries is here without a time: equal values share their entries then, and take a tenth of the room. It
-- counts, and gathers what is rare. What is often asked together is carried. Channels are counted and gathered by the key that makes a message unique.
create index message_by_group     on message (tenant_id, group_key);
create index message_by_category  on message (tenant_id, category) where category <> 'other';
create index message_by_urgency   on message (tenant_id, urgency, posted_at) include (group_key, channel, category) where urgency <> 'low';
create index message_by_direction on message (tenant_id, direction, posted_at) where direction <> 'inbound' and direction <> 'outbound';
create index message_by_kind      on message (tenant_id, content_type, posted_at) where content_type <> 'text';
create index message_by_attachments on message (tenant_id, attachment_count, posted_at) where attachment_count > 0;
create index message_by_author    on message (tenant_id, author_user_id, posted_at) include (channel, category, urgency) where author_user_id is not null;
create index message_by_contact   on message (tenant_id, author_contact_id) where author_user_id is null and author_contact_id is not null;
create index message_by_author_name on message (tenant_id, (coalesce(author_name, author_address)));
create index message_by_account   on message (tenant_id, account_id);
create index message_by_capture   on message (tenant_id, captured_at);
create index message_deleted      on message (tenant_id, posted_at) where deleted_at is not null;
create index message_edited       on message (tenant_id, posted_at) where edited_at is not null;
create index message_partly_searchable on message (tenant_id, posted_at) where search_partly;
select tenant_table('message', 'select, insert, update (body, recipients, group_ids, category, urgency, revision,
  edited_at, deleted_at, deletion, delivery_state, delivery_rank, examined_edition, search, search_partly,
  whole_search, whole_partly)');
select read_by_functions('message', 'search_reads');

-- How many messages each day of UTC has: what is asked by days alone is counted here, and a page far back begins with its
-- day. The table of messages keeps it: a message is never removed, nor moved to another time.
create table message_day (
  tenant_id uuid not null,
  day       date not null,
  messages  integer not null,
  primary key (tenant_id, day)
) with (fillfactor = 50);
select tenant_table('message_day', 'select, insert, update (messages)');

-- Every word that the search vectors of messages hold: what a part of a word is looked for in. The table of messages keeps
-- it; a word that an edit took away may remain. Scripts without spaces are left out, for their pairs are found as they are.
create table message_word (
  tenant_id uuid not null,
  word      text collate "C" not null,
  -- Letters that look the same are one here, as by `looksOf` in `kernel/alphabets.ts`: in which alphabet a word is read
  -- depends on all of it, and a part does not tell.
  looks     text collate "C" generated always as (translate(word,
    'авекмнорстухіјѕһԁԛԝүѵαβεζηικμνορτυχγϳօոսհց', 'abekmhopctyxijshdqwyvabezhikmvoptuxyjonuhg')) stored,
  primary key (tenant_id, word)
);
-- Three characters each of what a tenant's words look like, hashed; their ends count as characters.
create function trigrams_of(tenant uuid, edged text) returns bigint[]
  language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as
$$ select array_agg(hashtextextended(substr(edged, i, 3), uuid_hash_extended(tenant, 0))) from generate_series(1, length(edged) - 2) i $$;
revoke execute on function trigrams_of(uuid, text) from public;
grant execute on function trigrams_of(uuid, text) to verbatim_app, verbatim_search;
create index message_word_trigrams on message_word using gin (trigrams_of(tenant_id, chr(1) || looks || chr(2)));
-- Words of this length may be pieces of longer ones.
create index message_word_cut on message_word (tenant_id) where octet_length(word) >= 254;
select tenant_table('message_word', 'select, insert');
select read_by_functions('message_day', 'search_reads');
select read_by_functions('message_word', 'search_reads');
create trigger note_messages after insert on message referencing new table as fresh
  for each statement execute function note_messages();
create trigger note_words after update of search on message for each row execute function note_words();

-- Every version of a message that has more than one. Rows are added, never changed.
create table message_revision (
  tenant_id   uuid not null,
  message_id  uuid not null,
  revision    smallint not null,
  body        text,
  at          timestamptz not null,
  captured_at timestamptz not null,
  record_id   uuid not null,
  suspicious  boolean not null default false,         -- other bytes under the same key, without an edit event
  primary key (tenant_id, message_id, revision),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
select tenant_table('message_revision', 'select, insert');
select append_only('message_revision');

-- Other keys of a message: a mail's Message-ID, the SMS behind a conversation's message. Answers and events may name either.
create table message_alias (
  tenant_id  uuid not null,
  channel    text not null,
  alias      text not null,
  message_id uuid not null,
  primary key (tenant_id, channel, alias),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
select tenant_table('message_alias', 'select, insert');

-- Edits, deletions, reactions, statuses and membership: what happened to a message or conversation after it was said.
create table message_event (
  tenant_id       uuid not null,
  id              uuid not null,
  record_id       uuid not null,
  channel         text not null,
  account_id      uuid not null,
  event_key       text not null,
  kind            text not null,
  target_key      text,
  message_id      uuid,                               -- null while its message has not arrived
  conversation_id uuid,
  actor_address   text,
  actor_name      text,
  at              timestamptz not null,
  captured_at     timestamptz not null,
  payload         jsonb not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel, event_key)
);
create index message_event_by_message on message_event (tenant_id, message_id, at);
create index message_event_by_conversation on message_event (tenant_id, conversation_id, at) where conversation_id is not null;
create index message_event_waiting on message_event (tenant_id, channel, target_key) where message_id is null and target_key is not null;
-- Those who joined or left a conversation before anything was said in it.
create index message_event_homeless on message_event (tenant_id, account_id)
  where kind = 'membership' and conversation_id is null;
select tenant_table('message_event', 'select, insert, update (message_id, conversation_id)');

create table attachment (
  tenant_id     uuid not null,
  id            uuid not null,
  message_id    uuid not null,
  ordinal       smallint not null,
  name          text,
  mime_declared text,
  mime_detected text,
  size_bytes    bigint,
  sha256        bytea,                                -- of the bytes; where they lie in the blob store
  state         text not null check (state in ('pending', 'stored', 'gap')),
  gap_reason    text,
  source_url    text,
  attempts      smallint not null default 0,
  next_try_at   timestamptz,
  reading       text not null default 'waiting'
                check (reading in ('waiting', 'read', 'partly', 'unreadable', 'unsupported')),
  reading_reason text,
  read_attempts smallint not null default 0,
  read_after    timestamptz not null default '1970-01-01 00:00:00+00', -- a try that has not reported by then was cut off
  primary key (tenant_id, id),
  unique (tenant_id, message_id, ordinal),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
create index attachment_due on attachment (tenant_id, next_try_at) where state = 'pending';
create index attachment_unread on attachment (tenant_id, read_after, id) where state = 'stored' and reading = 'waiting';
create index attachment_gap on attachment (tenant_id) where state = 'gap';
select tenant_table('attachment', 'select, insert, update (mime_detected, size_bytes, sha256, state, gap_reason,
  attempts, next_try_at, reading, reading_reason, read_attempts, read_after)');
select read_by_functions('attachment', 'directory');

-- The text of bytes: read once however often they came. Evidence lies in it by offsets, so it never changes.
create table attachment_text (
  tenant_id uuid not null,
  sha256    bytea not null,
  state     text not null check (state in ('read', 'partly')),
  text      text not null,
  units     integer not null,                         -- UTF-16
  read_at   timestamptz not null,
  primary key (tenant_id, sha256)
);
select tenant_table('attachment_text', 'select, insert');
select append_only('attachment_text');
