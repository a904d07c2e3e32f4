CREATE TABLE `download_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`scope` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `download_tickets_expiry` ON `download_tickets` (`expires_at`);--> statement-breakpoint
ALTER TABLE `book_form_submissions` ADD `waiting` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `book_form_submissions` ADD `is_pending` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `book_form_submissions` ADD `is_approved` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `book_form_submissions` ADD `is_rejected` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_pending` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_pending = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_approved` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_approved = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_rejected` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_rejected = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_waiting` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE waiting > 0;--> statement-breakpoint
CREATE INDEX `book_form_submissions_form` ON `book_form_submissions` (`form_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_pending` ON `book_form_submissions` (`form_id`,`updated_at`,`id`) WHERE is_pending = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_approved` ON `book_form_submissions` (`form_id`,`updated_at`,`id`) WHERE is_approved = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_rejected` ON `book_form_submissions` (`form_id`,`updated_at`,`id`) WHERE is_rejected = 1;
--> statement-breakpoint
-- The status of each section as its bookkeeper sees it: pending where it has none, and where a rejected one was answered again since.
CREATE VIEW shown_sections AS SELECT a.id, a.submission_id, a.section_name, CASE
    WHEN t.status IS NULL THEN 'pending'
    WHEN t.status = 'rejected' AND s.updated_at > t.updated_at
      AND EXISTS (SELECT 1 FROM json_each(s.data) d WHERE d.key = a.section_name AND d.value NOT IN ('{}', 'null')) THEN 'pending'
    ELSE t.status END AS status
  FROM book_client_workforms a JOIN book_form_submissions s ON s.id = a.submission_id
  LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name;
--> statement-breakpoint
-- Which filters a submission passes follows from its sections: kept with it, so that a list is one walk along an index.
UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = book_form_submissions.id);
--> statement-breakpoint
CREATE TRIGGER standing_section_added AFTER INSERT ON book_client_workforms BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_section_changed AFTER UPDATE OF section_name, submission_id ON book_client_workforms
WHEN old.section_name <> new.section_name OR old.submission_id <> new.submission_id BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_section_gone AFTER DELETE ON book_client_workforms BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = old.submission_id) WHERE id = old.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_status_added AFTER INSERT ON workform_section_statuses BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_status_changed AFTER UPDATE ON workform_section_statuses BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_status_gone AFTER DELETE ON workform_section_statuses BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = old.submission_id) WHERE id = old.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_answers_changed AFTER UPDATE OF data, updated_at ON book_form_submissions
WHEN old.data <> new.data OR old.updated_at <> new.updated_at BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0), coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0)
    FROM shown_sections v WHERE v.submission_id = new.id) WHERE id = new.id;
END;
