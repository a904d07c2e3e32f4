CREATE TABLE `mail_problems` (
	`email` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_reports_at` ON `mail_reports` (`at`);--> statement-breakpoint
ALTER TABLE `dev_mailbox` ADD `from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `dev_mailbox` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `dev_mailbox` ADD `unsubscribe` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `bookkeeper_id` text;--> statement-breakpoint
CREATE INDEX `outbox_own` ON `outbox` (`bookkeeper_id`,`seq`) WHERE bookkeeper_id IS NOT NULL AND done_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`dead_at`) WHERE dead_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `firms` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `firms` ADD `reply_to` text;--> statement-breakpoint
CREATE INDEX `audit_log_client` ON `audit_log` (`firm_id`,`client_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`firm_id`,`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`firm_id`,`subject_type`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`firm_id`,`at`);