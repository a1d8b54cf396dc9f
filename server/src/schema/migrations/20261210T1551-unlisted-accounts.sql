-- Apart from the table, so that one migration locks one table: accounts wait for a moment.
alter table unlisted_message add foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade;
