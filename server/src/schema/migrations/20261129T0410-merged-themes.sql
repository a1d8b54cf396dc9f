-- Searches follow a theme that was merged to the one that it became. The previous release does not.

select read_by_functions('theme', 'search_reads');
