ALTER TABLE `book_form_submissions` ADD `bookkeeper_id` text;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner_submitted` ON `book_client_workforms` (`assigned_by`,`submitted_at`);--> statement-breakpoint
-- Whose submission it is follows from whose client it is: a list of one bookkeeper's in order of activity needs it in an index.
UPDATE book_form_submissions SET bookkeeper_id = (SELECT c.bookkeeper_id FROM book_clients c WHERE c.id = client_id);
--> statement-breakpoint
CREATE TRIGGER book_form_submissions_owned AFTER INSERT ON book_form_submissions WHEN new.bookkeeper_id IS NULL BEGIN
  UPDATE book_form_submissions SET bookkeeper_id = (SELECT c.bookkeeper_id FROM book_clients c WHERE c.id = new.client_id) WHERE id = new.id;
END;
