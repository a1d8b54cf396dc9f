-- Names the words of each evidence by a number, so that events with the same words are found. Adding a column without a default
-- and an index on no row locks the table for a moment. The previous release still runs: its evidence has no number, like all
-- evidence from before, and is found by no such question.

alter table evidence add column words_key bigint;
create index evidence_by_words on evidence (tenant_id, rule_id, words_key) where words_key is not null;
