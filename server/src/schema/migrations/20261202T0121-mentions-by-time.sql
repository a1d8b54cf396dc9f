-- When a message that mentions to go on elsewhere was said, so that those of a period are found without reading the others. What the
-- previous release writes gets it, too, by the trigger.

-- The owner sees no rows of a tenant otherwise. Nobody writes mentions until the trigger stands.
alter table off_channel_mention no force row level security;

alter table off_channel_mention add column posted_at timestamptz;
update off_channel_mention set posted_at = message.posted_at from message
where message.tenant_id = off_channel_mention.tenant_id and message.id = off_channel_mention.message_id;
alter table off_channel_mention alter column posted_at set not null;
create index off_channel_mention_by_time on off_channel_mention (tenant_id, posted_at);
create trigger note_mentioned_at before insert on off_channel_mention
  for each row when (new.posted_at is null) execute function note_mentioned_at();

alter table off_channel_mention force row level security;
