CREATE TABLE `activity` (
	`bookkeeper_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`bookkeeper_id`, `seq`)
);
--> statement-breakpoint
DROP INDEX `book_client_workforms_owner_approved`;--> statement-breakpoint
DROP INDEX `book_client_workforms_owner`;--> statement-breakpoint
CREATE INDEX `book_client_workforms_waiting` ON `book_client_workforms` (`assigned_by`,`submitted_at`,`submission_id`) WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX `book_client_workforms_open` ON `book_client_workforms` (`assigned_by`,`due_date`,`client_id`,`workform_id`,`submission_id`) WHERE status IN ('assigned', 'in_progress', 'rejected');--> statement-breakpoint
CREATE INDEX `book_client_workforms_approved` ON `book_client_workforms` (`assigned_by`,`approved_at`,`workform_id`,`client_id`,`submission_id`,`submitted_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner` ON `book_client_workforms` (`assigned_by`,`workform_id`,`client_id`,`status`);--> statement-breakpoint
-- Recent activity of a bookkeeper: what was done about their clients, by whomever, and what they did themselves.
INSERT INTO activity (bookkeeper_id, seq)
  SELECT coalesce(c.bookkeeper_id, a.actor_id), a.seq FROM audit_log a LEFT JOIN book_clients c ON c.id = a.client_id
  WHERE (a.subject_type IN ('client', 'assignment', 'section', 'workform') OR a.action IN ('account.password_set', 'account.linked'))
    AND (c.bookkeeper_id IS NOT NULL OR (a.actor_role = 'bookkeeper' AND a.actor_id IS NOT NULL));
--> statement-breakpoint
CREATE TRIGGER audit_log_activity AFTER INSERT ON audit_log
WHEN new.subject_type IN ('client', 'assignment', 'section', 'workform') OR new.action IN ('account.password_set', 'account.linked')
BEGIN
  INSERT INTO activity (bookkeeper_id, seq)
    SELECT x.owner, new.seq FROM (SELECT coalesce(
      (SELECT bookkeeper_id FROM book_clients WHERE id = new.client_id), iif(new.actor_role = 'bookkeeper', new.actor_id, NULL)) AS owner) x
    WHERE x.owner IS NOT NULL;
END;
