CREATE TABLE `invitation_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`firm_id` text NOT NULL,
	`address_hash` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `invitation_log_firm` ON `invitation_log` (`firm_id`,`at`);--> statement-breakpoint
CREATE INDEX `invitation_log_address` ON `invitation_log` (`address_hash`,`at`);--> statement-breakpoint
CREATE INDEX `invitation_log_at` ON `invitation_log` (`at`);--> statement-breakpoint
CREATE TABLE `firm_storage` (
	`firm_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `verification_codes` ADD `device_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `firms` ADD `reply_to_pending` text;--> statement-breakpoint
ALTER TABLE `firms` ADD `awaiting_approval_since` text;--> statement-breakpoint
CREATE INDEX `files_templates` ON `files` (`id`) WHERE purpose = 'template' AND state = 'stored';
--> statement-breakpoint
INSERT INTO firm_storage (firm_id, bytes) SELECT firm_id, sum(size) FROM files WHERE state <> 'removed' GROUP BY firm_id;
--> statement-breakpoint
CREATE TRIGGER firm_storage_added AFTER INSERT ON files WHEN new.state <> 'removed' BEGIN
  INSERT INTO firm_storage (firm_id, bytes) VALUES (new.firm_id, new.size) ON CONFLICT (firm_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_gone AFTER DELETE ON files WHEN old.state <> 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes - old.size WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_removed AFTER UPDATE OF state ON files WHEN old.state <> 'removed' AND new.state = 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes - old.size WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_restored AFTER UPDATE OF state ON files WHEN old.state = 'removed' AND new.state <> 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes + new.size WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
-- What was read of a notification goes with what the notification was about.
CREATE TRIGGER notification_reads_withdrawn AFTER DELETE ON book_client_workforms BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by
    AND notification_id >= 'submission:' || old.id || ':' AND notification_id < 'submission:' || old.id || ';';
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_submitted_again AFTER UPDATE OF submitted_at ON book_client_workforms
WHEN old.submitted_at IS NOT NULL AND old.submitted_at IS NOT new.submitted_at BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by AND notification_id = 'submission:' || old.id || ':' || old.submitted_at;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_unsaid AFTER UPDATE OF deleted_at ON chat_messages WHEN new.deleted_at IS NOT NULL AND old.heard_by IS NOT NULL BEGIN
  DELETE FROM notification_reads WHERE user_id = old.heard_by AND notification_id = 'message:' || old.id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_gone AFTER DELETE ON chat_messages WHEN old.heard_by IS NOT NULL BEGIN
  DELETE FROM notification_reads WHERE user_id = old.heard_by AND notification_id = 'message:' || old.id;
END;
