DROP INDEX `book_workforms_owner_created`;--> statement-breakpoint
CREATE INDEX `book_workforms_owner_created` ON `book_workforms` (`user_id`,`deleted_at`,`created_at`,`id`,`is_template`,`name`);