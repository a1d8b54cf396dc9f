-- Sub-themes: what the messages of one theme fall into, found with the themes and kept beside each message; and the words that people
-- write about a theme, in each language. Messages of a merged theme are moved in batches. New columns have a value without rewriting a row. Until the next revision of the themes, which
-- this brings forward, there are no sub-themes. The previous release knows none: a message that it moves to another theme keeps the
-- sub-theme of the former one, which counts for nothing, since both are asked for together. So the revision waits an hour, in which the
-- nodes of the previous release end. It does not follow a merged theme whose messages are being moved: it counts those that are.

create table subtheme (
  tenant_id  uuid not null,
  id         uuid not null,
  theme_id   uuid not null,
  name       text not null,
  terms      jsonb not null,                           -- [[term, weight]], by which messages of the theme are placed
  retired_at timestamptz,                              -- found no more
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id)
);
create index subtheme_of_theme on subtheme (tenant_id, theme_id) where retired_at is null;
select tenant_table('subtheme', 'select, insert, update (theme_id, name, terms, retired_at)');

alter table theme add column common text[] not null default '{}';     -- terms that tell no sub-themes apart
alter table theme add column other_words jsonb not null default '[]'; -- typical ones of other languages: [{language, words}]
grant update (common, other_words) on theme to verbatim_app;

alter table message_theme add column subtheme_id uuid;                -- null: near none of the theme's
alter table message_theme add foreign key (tenant_id, subtheme_id) references subtheme (tenant_id, id);
grant update (subtheme_id) on message_theme to verbatim_app;

-- Messages of a merged theme that still have its ID: they are moved in batches, and readers follow `into_id` meanwhile.
create table theme_move (
  tenant_id uuid not null,
  theme_id  uuid not null,
  into_id   uuid not null,                             -- what it became at last
  messages  integer not null,                          -- when it was merged
  moved     integer not null default 0,
  due_at    timestamptz not null,
  primary key (tenant_id, theme_id),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id),
  foreign key (tenant_id, into_id) references theme (tenant_id, id)
);
create index theme_move_due on theme_move (tenant_id, due_at);
select tenant_table('theme_move', 'select, insert, delete, update (into_id, moved, due_at)');
select read_by_functions('theme_move', 'directory');
select read_by_functions('theme_move', 'search_reads');

-- The owner sees no rows of a tenant otherwise.
alter table theme_set no force row level security;
update theme_set set fresh = greatest(fresh, 1), due_at = now() + interval '1 hour' where dictionary is not null;
alter table theme_set force row level security;
