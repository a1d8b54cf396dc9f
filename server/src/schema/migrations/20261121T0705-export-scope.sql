-- What an export's asker could see when its file was made: who sees less now does not get the file any more.
-- New column without a value: takes no lock anybody waits for. Safe with the previous release, whose files are made again.

alter table export add column scope jsonb;            -- [{ channels, groupIds | 'all' }]
