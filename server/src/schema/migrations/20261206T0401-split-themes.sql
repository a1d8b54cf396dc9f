-- The theme that a person made of a sub-theme: messages of the sub-theme have it. The column has a value without rewriting a row, and no
-- foreign key, which would lock another table. The previous release does not know it: it gives new messages the theme that the sub-theme
-- was a part of, until this release places them at the next revision.
alter table subtheme add column own_theme_id uuid;
grant update (own_theme_id) on subtheme to verbatim_app;
