-- What an operator is told of the processes that there are.

create table process_beat (
  id         uuid primary key,                        -- of one life of one process
  node       text not null,
  roles      text[] not null,
  version    text not null,
  started_at timestamptz not null,
  beat_at    timestamptz not null                     -- by the clock of the database, which all of them share
);
grant select, insert, update (beat_at), delete on process_beat to verbatim_app;
