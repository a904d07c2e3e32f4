DROP INDEX `book_clients_owner_name`;--> statement-breakpoint
DROP INDEX `book_clients_owner_status_name`;--> statement-breakpoint
ALTER TABLE `book_clients` ADD `name_order` text GENERATED ALWAYS AS (coalesce("folded_name", lower("name"))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `book_clients_owner_name` ON `book_clients` (`bookkeeper_id`,`is_archived`,`name_order`,`id`,`status`,`next_due`,`sections_waiting`,`signed_up`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_status_name` ON `book_clients` (`bookkeeper_id`,`is_archived`,`status`,`name_order`,`id`);--> statement-breakpoint
DROP INDEX `book_workforms_owner_created`;--> statement-breakpoint
DROP INDEX `book_workforms_firm_templates`;--> statement-breakpoint
DROP INDEX `book_workforms_firm_name`;--> statement-breakpoint
ALTER TABLE `book_workforms` ADD `folded_name` text;--> statement-breakpoint
ALTER TABLE `book_workforms` ADD `folded_description` text;--> statement-breakpoint
ALTER TABLE `book_workforms` ADD `name_order` text GENERATED ALWAYS AS (coalesce("folded_name", lower("name"))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `book_workforms_owner_created` ON `book_workforms` (`user_id`,`deleted_at`,`is_archived`,`created_at`,`id`,`is_template`,`name_order`);--> statement-breakpoint
CREATE INDEX `book_workforms_firm_templates` ON `book_workforms` (`firm_id`,`is_template`,`deleted_at`,`is_archived`,`name_order`,`id`);--> statement-breakpoint
CREATE INDEX `book_workforms_firm_name` ON `book_workforms` (`firm_id`,`name_order`,`id`);--> statement-breakpoint
ALTER TABLE `tags` ADD `folded_name` text;--> statement-breakpoint
ALTER TABLE `tags` ADD `name_order` text GENERATED ALWAYS AS (coalesce("folded_name", lower("name"))) VIRTUAL;
--> statement-breakpoint
DROP TRIGGER book_form_submissions_owned;
--> statement-breakpoint
DROP TRIGGER book_form_submissions_renamed;
--> statement-breakpoint
CREATE TRIGGER book_form_submissions_owned AFTER INSERT ON book_form_submissions BEGIN
  UPDATE book_form_submissions SET (bookkeeper_id, client_key) = (
    SELECT iif(c.archived_at IS NULL, c.bookkeeper_id, NULL), coalesce(nullif(c.name_order, ''), lower(c.email)) || ' ' || c.id
    FROM book_clients c WHERE c.id = new.client_id) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER book_form_submissions_renamed AFTER UPDATE OF name, folded_name, email ON book_clients
WHEN old.name_order <> new.name_order OR old.email <> new.email BEGIN
  UPDATE book_form_submissions SET client_key = coalesce(nullif(new.name_order, ''), lower(new.email)) || ' ' || new.id WHERE client_id = new.id;
END;
--> statement-breakpoint
UPDATE book_form_submissions SET client_key = coalesce(nullif(c.name_order, ''), lower(c.email)) || ' ' || c.id
FROM book_clients c WHERE c.id = book_form_submissions.client_id AND c.folded_name IS NOT NULL;
