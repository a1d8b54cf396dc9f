-- What was mailed is swept once it is old: found by when it was mailed.
-- One index on a table that only the worker writes: building it blocks notes of new events for seconds at most.

create index notification_delivery_mailed on notification_delivery (tenant_id, mailed_at) where mailed_at is not null;
