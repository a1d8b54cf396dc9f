-- Decisions with their precedents, as a reader of everything sees them. New tables, filled by a worker: until then, figures compare the
-- decisions when asked, as before. The previous release does not know them; triggers note what it changes.

create table precedent (
  tenant_id       uuid not null,
  event_id        uuid not null,
  decided_by      uuid not null,
  change_id       uuid,
  disposition     text not null,
  precedent       text not null,                      -- the disposition of that decision
  precedent_entry uuid not null,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id)
);

-- Events whose decisions have changed: they and later decisions in their cases are to be compared anew.
create table precedent_due (
  tenant_id uuid not null,
  event_id  uuid not null,
  first_at  timestamptz not null,                     -- their first decision
  due_at    timestamptz not null,
  primary key (tenant_id, event_id)
) with (fillfactor = 70);
create index precedent_due_next on precedent_due (tenant_id, due_at);

-- Decisions since some time.
create index event_history_decisions on event_history (tenant_id, at)
  where kind = 'status' and to_status in ('resolved', 'dismissed');

-- The owner sees no rows of a tenant otherwise. Nobody decides until the triggers stand.
alter table event_history no force row level security;
insert into precedent_due (tenant_id, event_id, first_at, due_at)
select tenant_id, event_id, min(at), min(at) from event_history
where kind = 'status' and to_status in ('resolved', 'dismissed') group by 1, 2;

select tenant_table('precedent', 'select, insert, delete');
select tenant_table('precedent_due', 'select, insert, delete, update (first_at, due_at)');
select read_by_functions('precedent_due', 'directory');
create trigger note_decisions after insert on event_history
  referencing new table as fresh for each statement execute function note_decisions();
create trigger note_decided_evidence after insert on evidence
  referencing new table as fresh for each statement execute function note_decided_evidence();

alter table event_history force row level security;
