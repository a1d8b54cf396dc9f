-- Themes: what an organization's messages are about, found in the messages themselves. New tables, filled by a worker afterwards, and
-- a trigger. The previous release does not know them: messages that it receives meanwhile get their theme when the themes are
-- revised next.

create table theme (
  tenant_id   uuid not null,
  id          uuid not null,
  name        text not null,
  named_by    uuid,                                   -- who named it; the revision keeps such a name
  terms       jsonb not null,                         -- [[term, weight]], by which messages are placed
  words       text[] not null,                        -- typical ones, as people write them
  is_shown    boolean not null,                       -- false: too small or too mixed, by the revision
  hidden_at   timestamptz,                            -- by a person
  merged_into uuid,
  retired_at  timestamptz,                            -- merged, or found no more
  created_at  timestamptz not null,
  version     integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, merged_into) references theme (tenant_id, id)
);
select tenant_table('theme', 'select, insert,
  update (name, named_by, terms, words, is_shown, hidden_at, merged_into, retired_at, version)');

-- What became of a theme, and why.
create table theme_change (
  tenant_id uuid not null,
  id        uuid not null,
  theme_id  uuid not null,
  kind      text not null check (kind in ('new', 'merged', 'split', 'retired', 'renamed', 'hidden', 'shown')),
  other_id  uuid,                                     -- what it became a part of, or was a part of
  reason    text not null default '',
  was_name  text,
  made_by   uuid,                                     -- null: the revision
  at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id)
);
create index theme_change_of_theme on theme_change (tenant_id, theme_id, at);
select tenant_table('theme_change', 'select, insert');
select append_only('theme_change');

-- What a user thinks of a theme: it orders the themes for this user.
create table theme_feedback (
  tenant_id uuid not null,
  user_id   uuid not null,
  theme_id  uuid not null,
  feeling   text not null check (feeling in ('like', 'dislike')),
  at        timestamptz not null,
  primary key (tenant_id, user_id, theme_id),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id)
);
select tenant_table('theme_feedback', 'select, insert, delete, update (feeling, at)');

-- The themes of an organization as a whole: the words they were found with, and when they are revised next.
create table theme_set (
  tenant_id  uuid not null primary key,
  version    integer not null default 0,              -- of the themes by which messages are placed
  dictionary jsonb,                                   -- null until themes were found
  due_at     timestamptz not null,
  lease_until timestamptz,                            -- until then a worker revises them
  fresh      integer not null default 0,              -- messages since the last revision
  messages   integer not null default 0,              -- messages at the last revision
  revised_at timestamptz,
  placed_to  uuid                                     -- the last message placed anew; null: all of them
);
create index theme_set_due on theme_set (tenant_id, due_at);
select tenant_table('theme_set', 'select, insert, update (version, dictionary, due_at, lease_until, fresh, messages, revised_at, placed_to)');
select read_by_functions('theme_set', 'directory');

-- The theme of a message, with what is counted by: kept in step with the message. Automatic messages have none.
create table message_theme (
  tenant_id         uuid not null,
  message_id        uuid not null,
  theme_id          uuid not null,
  posted_at         timestamptz not null,
  channel           text not null,
  group_ids         uuid[] not null,
  direction         text not null,
  category          text not null,
  urgency           text not null,
  author            text not null,                    -- the id of the user or contact, otherwise the address
  author_user_id    uuid,
  author_contact_id uuid,                             -- null for a user
  primary key (tenant_id, message_id),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id)
) with (fillfactor = 80);
create index message_theme_by_time on message_theme (tenant_id, posted_at);
create index message_theme_of_theme on message_theme (tenant_id, theme_id, posted_at);
select tenant_table('message_theme', 'select, insert, delete, update (theme_id, group_ids, category, urgency)');
select read_by_functions('message_theme', 'search_reads');
create trigger follow_message after update of group_ids, category, urgency, content_type, flags on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags)
  execute function follow_message();

-- Organizations with messages look for their themes at once. The owner sees no rows of a tenant otherwise.
alter table organization no force row level security;
alter table message no force row level security;
alter table theme_set no force row level security;
insert into theme_set (tenant_id, due_at, fresh)
select organization.tenant_id, now(), 1 from organization
where exists (select from message where message.tenant_id = organization.tenant_id);
alter table theme_set force row level security;
alter table message force row level security;
alter table organization force row level security;
