CREATE TABLE `book_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_invitations_token` ON `book_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `book_invitations_client` ON `book_invitations` (`client_id`);--> statement-breakpoint
CREATE TABLE `email_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_links_token` ON `email_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `email_links_user` ON `email_links` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`answer` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text,
	`refresh_hash` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`revoked_at`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`closed_at` text,
	`setup_hash` text,
	`setup_expires_at` text,
	`setup_used_at` text,
	CONSTRAINT "verification_codes_purpose" CHECK("purpose" IN ('signup', 'recovery'))
);
--> statement-breakpoint
CREATE INDEX `verification_codes_open` ON `verification_codes` (`email`,`purpose`,`closed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_setup` ON `verification_codes` (`setup_hash`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`firm_id` text NOT NULL,
	`actor_id` text,
	`actor_role` text NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`client_id` text,
	`detail` text NOT NULL,
	`at` text NOT NULL,
	`prev_hash` text,
	`hash` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_id` ON `audit_log` (`id`);--> statement-breakpoint
CREATE INDEX `audit_log_firm` ON `audit_log` (`firm_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_type`,`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_client_status` ON `audit_log` (`firm_id`,`at`) WHERE action = 'client.status_changed';--> statement-breakpoint
CREATE INDEX `audit_log_rejected` ON `audit_log` (`firm_id`,`at`) WHERE action = 'doc_rejected';--> statement-breakpoint
CREATE INDEX `audit_log_unsealed` ON `audit_log` (`seq`) WHERE hash IS NULL;--> statement-breakpoint
CREATE TABLE `dev_mailbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`sent_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dev_mailbox_id` ON `dev_mailbox` (`id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` text NOT NULL,
	`next_at` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`done_at` text,
	`dead_at` text,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_id` ON `outbox` (`id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_at`,`seq`) WHERE done_at IS NULL AND dead_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_open_recipient` ON `outbox` (`recipient`,`seq`) WHERE done_at IS NULL AND dead_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`);--> statement-breakpoint
CREATE TABLE `book_client_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`is_read` integer DEFAULT false NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`created_at` text NOT NULL,
	`sender_type` text NOT NULL,
	`recipient_type` text NOT NULL,
	`workform_id` text,
	`section_name` text,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "book_client_notifications_sender" CHECK("sender_type" IN ('bookkeeper', 'client')),
	CONSTRAINT "book_client_notifications_recipient" CHECK("recipient_type" IN ('bookkeeper', 'client'))
);
--> statement-breakpoint
CREATE INDEX `book_client_notifications_client` ON `book_client_notifications` (`client_id`,`recipient_type`,`is_read`,`created_at`);--> statement-breakpoint
CREATE TABLE `chat_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`sender` text NOT NULL,
	`message` text NOT NULL,
	`attachments` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `chat_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "chat_messages_sender_known" CHECK("sender" IN ('client', 'bookkeeper', 'system'))
);
--> statement-breakpoint
CREATE INDEX `chat_messages_thread` ON `chat_messages` (`thread_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `chat_messages_sender` ON `chat_messages` (`thread_id`,`sender`,`created_at`);--> statement-breakpoint
CREATE TABLE `chat_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`client_id` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`bookkeeper_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_threads_client` ON `chat_threads` (`client_id`);--> statement-breakpoint
CREATE INDEX `chat_threads_bookkeeper` ON `chat_threads` (`bookkeeper_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `notification_reads` (
	`user_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `notification_id`),
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `auth_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`email_confirmed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email` ON `auth_users` (`email`);--> statement-breakpoint
CREATE TABLE `book_client_auth` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`auth_user_id` text,
	`email` text NOT NULL,
	`password_set` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`auth_user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_client_auth_client` ON `book_client_auth` (`client_id`);--> statement-breakpoint
CREATE INDEX `book_client_auth_user` ON `book_client_auth` (`auth_user_id`);--> statement-breakpoint
CREATE INDEX `book_client_auth_email` ON `book_client_auth` (`email`);--> statement-breakpoint
CREATE TABLE `book_clients` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`company` text,
	`status` text DEFAULT 'new' NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`bookkeeper_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_clients_status" CHECK("status" IN ('new', 'onboarding', 'active', 'inactive'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_clients_id_unique` ON `book_clients` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `book_clients_owner_email` ON `book_clients` (`bookkeeper_id`,`email`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_created` ON `book_clients` (`bookkeeper_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_name` ON `book_clients` (`bookkeeper_id`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_status_created` ON `book_clients` (`bookkeeper_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_status_name` ON `book_clients` (`bookkeeper_id`,`status`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `book_clients_email` ON `book_clients` (`email`);--> statement-breakpoint
CREATE TABLE `firms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`phone` text,
	`company` text,
	`is_active` integer DEFAULT true NOT NULL,
	`firm_id` text,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "profiles_role" CHECK("role" IN ('bookkeeper', 'client'))
);
--> statement-breakpoint
CREATE INDEX `profiles_firm` ON `profiles` (`firm_id`);--> statement-breakpoint
CREATE TABLE `remote_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remote_tokens_token_hash_unique` ON `remote_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `remote_tokens_name` ON `remote_tokens` (`name`);--> statement-breakpoint
CREATE TABLE `remote_versions` (
	`name` text NOT NULL,
	`version` text NOT NULL,
	`contract` text NOT NULL,
	`sdk` text NOT NULL,
	`place` text NOT NULL,
	`files` text NOT NULL,
	`state` text DEFAULT 'announced' NOT NULL,
	`created_at` text NOT NULL,
	`live_at` text,
	PRIMARY KEY(`name`, `version`),
	CONSTRAINT "remote_versions_state" CHECK("state" IN ('announced', 'published'))
);
--> statement-breakpoint
CREATE INDEX `remote_versions_live` ON `remote_versions` (`name`,`live_at`);--> statement-breakpoint
CREATE TABLE `remotes` (
	`name` text PRIMARY KEY NOT NULL,
	`live_version` text,
	`place` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `book_client_workforms` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`workform_id` text NOT NULL,
	`workform_version_id` text NOT NULL,
	`submission_id` text NOT NULL,
	`assigned_by` text NOT NULL,
	`assigned_at` text NOT NULL,
	`due_date` text,
	`deadline` text,
	`notes` text,
	`section_name` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'assigned' NOT NULL,
	`core_status` text DEFAULT 'waiting' NOT NULL,
	`submit_status` text DEFAULT 'not_submitted' NOT NULL,
	`submitted_at` text,
	`approved_at` text,
	`approved_by` text,
	`rejection_reason` text,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`workform_id`) REFERENCES `book_workforms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`workform_version_id`) REFERENCES `workform_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submission_id`) REFERENCES `book_form_submissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_client_workforms_status" CHECK("status" IN ('assigned', 'in_progress', 'completed', 'approved', 'rejected')),
	CONSTRAINT "book_client_workforms_core" CHECK("core_status" IN ('waiting', 'approved')),
	CONSTRAINT "book_client_workforms_submit" CHECK("submit_status" IN ('submitted', 'not_submitted'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_client_workforms_section` ON `book_client_workforms` (`client_id`,`workform_id`,`section_name`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_client` ON `book_client_workforms` (`client_id`,`assigned_at`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner` ON `book_client_workforms` (`assigned_by`,`workform_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner_status` ON `book_client_workforms` (`assigned_by`,`status`,`due_date`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner_approved` ON `book_client_workforms` (`assigned_by`,`approved_at`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_submission` ON `book_client_workforms` (`submission_id`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_workform` ON `book_client_workforms` (`workform_id`);--> statement-breakpoint
CREATE TABLE `book_form_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_email` text NOT NULL,
	`data` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `book_workforms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_form_submissions_status" CHECK("status" IN ('waiting', 'submitted'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_form_submissions_pair` ON `book_form_submissions` (`form_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_client` ON `book_form_submissions` (`client_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `book_workforms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`fields` text NOT NULL,
	`is_template` integer DEFAULT false NOT NULL,
	`user_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `book_workforms_owner_created` ON `book_workforms` (`user_id`,`deleted_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_workforms_firm_templates` ON `book_workforms` (`firm_id`,`is_template`,`deleted_at`,`name`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`client_id` text,
	`assignment_id` text,
	`field_id` text,
	`purpose` text NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`type` text NOT NULL,
	`sha256` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "files_purpose" CHECK("purpose" IN ('answer', 'template', 'chat')),
	CONSTRAINT "files_state_known" CHECK("state" IN ('pending', 'stored', 'removed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_path` ON `files` (`path`);--> statement-breakpoint
CREATE INDEX `files_assignment` ON `files` (`assignment_id`,`field_id`);--> statement-breakpoint
CREATE INDEX `files_client` ON `files` (`client_id`);--> statement-breakpoint
CREATE INDEX `files_state` ON `files` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `section_drafts` (
	`assignment_id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `workform_section_statuses` (
	`submission_id` text NOT NULL,
	`section_name` text NOT NULL,
	`status` text NOT NULL,
	`notes` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `section_name`),
	FOREIGN KEY (`submission_id`) REFERENCES `book_form_submissions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "workform_section_statuses_status" CHECK("status" IN ('pending', 'pending_review', 'submitted', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE `workform_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`workform_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`fields` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`workform_id`) REFERENCES `book_workforms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workform_versions_number` ON `workform_versions` (`workform_id`,`version`);