-- Whether a policy applied to a message when it was examined. Empty for what arrived before: policies of that time are known, but not all
-- that they asked of a message. The previous release leaves it empty, and its messages count as not known.

alter table message add column is_covered boolean;
grant update (is_covered) on message to verbatim_app;
