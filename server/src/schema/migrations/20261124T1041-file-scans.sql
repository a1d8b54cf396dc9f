-- Scans for malware: one row for the bytes of files of messages and comments, whatever names they have. A new table, so
-- nothing waits. The previous release stores files without such a row: those are scanned when they are opened, as are
-- files from before.

create table file_scan (
  tenant_id     uuid not null,
  id            uuid not null default gen_random_uuid(),
  sha256        bytea not null,
  state         text not null default 'waiting' check (state in ('waiting', 'clean', 'infected', 'unscannable')),
  malware       text,                                 -- what the scanner calls it
  reason        text check (reason in ('too-large', 'refused', 'unreadable')),
  engine        text,                                 -- with the version of its signatures
  scanned_at    timestamptz,
  is_away       boolean not null default false,       -- it waits, because it could not be scanned
  added_at      timestamptz not null default now(),
  scan_attempts smallint not null default 0,
  scan_after    timestamptz not null default '1970-01-01 00:00:00+00', -- a try that has not reported by then was cut off
  primary key (tenant_id, id),
  unique (tenant_id, sha256),
  check ((state = 'infected') = (malware is not null)),
  check ((state = 'unscannable') = (reason is not null)),
  check ((state = 'waiting') = (scanned_at is null))
);
create index file_scan_due on file_scan (tenant_id, scan_after, id) where state = 'waiting';
select tenant_table('file_scan', 'select, insert, update (state, malware, reason, engine, scanned_at, is_away, scan_attempts,
  scan_after)');
select read_by_functions('file_scan', 'directory');
