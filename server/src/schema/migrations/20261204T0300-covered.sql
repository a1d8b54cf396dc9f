-- Whether a policy applied to a message when it arrived. Empty for what arrived before: policies of that time are known, but not all that
-- they asked of a message. The previous release leaves it empty, and its messages count as not known. Index and column lock messages for a moment.

alter table message add column is_covered boolean;
create index message_uncovered on message (tenant_id, posted_at) where is_covered is false;
