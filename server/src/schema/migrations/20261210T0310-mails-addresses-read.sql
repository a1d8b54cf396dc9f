-- Until 20261210T0340.
alter table address no force row level security;
