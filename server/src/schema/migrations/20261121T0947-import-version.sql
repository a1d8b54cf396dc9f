-- How often it was said what the columns of an import are: whoever starts it names what they saw.
-- A new column with a constant: takes the table for a moment. Safe with the previous release, which leaves it at 1.

alter table import add column version integer not null default 1;
