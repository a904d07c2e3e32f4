ALTER TABLE `book_form_submissions` ADD `bookkeeper_id` text;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner_submitted` ON `book_client_workforms` (`assigned_by`,`submitted_at`);