-- Cognitive events: breaches of a policy raised for review, their evidence, history and comments.

create table cognitive_event (
  tenant_id        uuid not null,
  id               uuid not null,
  policy_id        uuid not null,
  policy_version   integer not null,                  -- of its first evidence
  conversation_id  uuid not null,
  message_id       uuid not null,                     -- of its first evidence
  channel          text not null,
  group_ids        uuid[] not null default '{}',
  severity         text not null check (severity in ('low', 'medium', 'high')),
  severity_rank    smallint generated always as (case severity when 'low' then 0 when 'medium' then 1 else 2 end) stored,
  status           text not null default 'new' check (status in ('new', 'in_review', 'escalated', 'resolved', 'dismissed')),
  disposition      text,
  assignee_id      uuid,
  blocked          boolean not null default false,
  not_evaluated    boolean not null default false,    -- a rule could not be evaluated
  evidence_count   integer not null default 0,
  comment_count    integer not null default 0,
  triggered_at     timestamptz not null,
  last_evidence_at timestamptz not null,
  version          integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id),
  foreign key (tenant_id, message_id) references message (tenant_id, id),
  foreign key (tenant_id, policy_id) references policy (tenant_id, id),
  foreign key (tenant_id, assignee_id) references tenant_user (tenant_id, id)
);
create index cognitive_event_by_time on cognitive_event (tenant_id, triggered_at desc, id desc);
create index cognitive_event_by_status on cognitive_event (tenant_id, status, triggered_at desc, id desc);
create index cognitive_event_by_conversation on cognitive_event (tenant_id, conversation_id, policy_id);
select tenant_table('cognitive_event', 'select, insert, update (group_ids, status, disposition, assignee_id, blocked,
  not_evaluated, evidence_count, comment_count, triggered_at, last_evidence_at, version)');

-- Where a rule matched. The text is not copied: it is the message's, in that revision.
create table evidence (
  tenant_id      uuid not null,
  id             uuid not null,
  event_id       uuid not null,
  message_id     uuid not null,
  revision       smallint not null,
  policy_id      uuid not null,
  policy_version integer not null,
  rule_id        uuid not null,
  part           text not null default 'text',        -- 'text' or 'attachment:<ordinal>'
  start_at       integer not null,                    -- UTF-16 offset into the text of that revision
  end_at         integer not null,                    -- exclusive
  found_at       timestamptz not null,
  primary key (tenant_id, id),
  -- examining a message again finds what is known
  unique (tenant_id, message_id, revision, policy_id, rule_id, part, start_at),
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
create index evidence_by_event on evidence (tenant_id, event_id);
select tenant_table('evidence', 'select, insert');
select append_only('evidence');

create table event_history (
  tenant_id   uuid not null,
  id          uuid not null,
  event_id    uuid not null,
  change_id   uuid not null,                          -- one for all events changed at once
  at          timestamptz not null,
  actor_id    uuid,
  actor_name  text not null,
  kind        text not null check (kind in ('raised', 'joined', 'status', 'assigned')),
  from_status text,
  to_status   text,
  before      jsonb,                                  -- status, disposition and assignee, for undoing
  disposition text,
  note        text,
  version     integer not null,                       -- of the event, after this entry
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id)
);
create index event_history_by_event on event_history (tenant_id, event_id, at);
create index event_history_by_change on event_history (tenant_id, change_id);
select tenant_table('event_history', 'select, insert');
select append_only('event_history');

create table event_comment (
  tenant_id   uuid not null,
  id          uuid not null,
  event_id    uuid not null,
  at          timestamptz not null,
  author_id   uuid,
  author_name text not null,
  body        text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id)
);
create index event_comment_by_event on event_comment (tenant_id, event_id, at);
select tenant_table('event_comment', 'select, insert');
select append_only('event_comment');

create table comment_file (
  tenant_id    uuid not null,
  id           uuid not null,
  event_id     uuid not null,
  comment_id   uuid,                                  -- null between upload and comment
  uploaded_by  uuid not null,
  name         text not null,
  content_type text not null,
  size_bytes   bigint not null,
  sha256       bytea not null,
  at           timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id),
  foreign key (tenant_id, comment_id) references event_comment (tenant_id, id)
);
create index comment_file_by_comment on comment_file (tenant_id, comment_id);
select tenant_table('comment_file', 'select, insert, update (comment_id)');
