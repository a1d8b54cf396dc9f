-- The theme of a message follows its direction, too. A right only, apart from 20261208T0800, so that one migration locks one table. The
-- previous release changes no direction.
grant update (direction) on message_theme to verbatim_app;
