-- Renames the counters of accounts and the records in quarantine to the words of the product. Renaming locks each table for a
-- moment. The previous release no longer finds these tables: its intake answers that it is unavailable, so senders try again,
-- and its workers fail until they restart with this release. Nothing is lost meanwhile.

alter table account_tally rename to account_counters;
alter table account_counters rename column parked to quarantined;
alter table account_counters rename constraint account_tally_pkey to account_counters_pkey;
alter table account_counters
  rename constraint account_tally_tenant_id_account_id_fkey to account_counters_tenant_id_account_id_fkey;

alter table parked_record rename to quarantined_record;
alter table quarantined_record rename column parked_at to quarantined_at;
alter table quarantined_record rename constraint parked_record_pkey to quarantined_record_pkey;
