-- A search of messages by recipient reads who took part in their conversations. Granting locks the table for a moment, and the previous
-- release runs on it unchanged.

select read_by_functions('participant', 'search_reads');
