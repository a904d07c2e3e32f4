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
	`body_hash` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
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
CREATE TABLE `known_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `known_devices_user_device` ON `known_devices` (`user_id`,`device_hash`);--> statement-breakpoint
CREATE TABLE `one_tap_devices` (
	`link_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`link_id`, `device_hash`),
	FOREIGN KEY (`link_id`) REFERENCES `one_tap_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `one_tap_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_tap_links_token` ON `one_tap_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_tap_links_user` ON `one_tap_links` (`user_id`,`revoked_at`);--> statement-breakpoint
CREATE INDEX `one_tap_links_client` ON `one_tap_links` (`client_id`);--> statement-breakpoint
CREATE INDEX `one_tap_links_expires` ON `one_tap_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text,
	`refresh_hash` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`proven_at` text,
	`last_used_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`by_link` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`revoked_at`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`purpose` text NOT NULL,
	`device_hash` text DEFAULT '' NOT NULL,
	`code_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`closed_at` text,
	`setup_hash` text,
	`setup_expires_at` text,
	`setup_used_at` text,
	CONSTRAINT "verification_codes_purpose" CHECK("purpose" IN ('signup', 'recovery', 'one-tap', 'operator'))
);
--> statement-breakpoint
CREATE INDEX `verification_codes_open` ON `verification_codes` (`email`,`purpose`,`closed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_setup` ON `verification_codes` (`setup_hash`);--> statement-breakpoint
CREATE TABLE `agent_assignments` (
	`submission_id` text PRIMARY KEY NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`preferences` text,
	`notes_hash` text,
	FOREIGN KEY (`submission_id`) REFERENCES `book_form_submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `agent_clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`mode` text DEFAULT 'on' NOT NULL,
	`resumes` text,
	`notes` text,
	`preferences` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`messages_read_at` text,
	`restored_at` text,
	`next_at` text DEFAULT '',
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "agent_clients_mode" CHECK("mode" IN ('on', 'paused', 'off'))
);
--> statement-breakpoint
CREATE INDEX `agent_clients_next` ON `agent_clients` (`next_at`);--> statement-breakpoint
CREATE TABLE `follow_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`skip` integer DEFAULT false NOT NULL,
	`at` text NOT NULL,
	`about` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`source` text NOT NULL,
	`facts_hash` text NOT NULL,
	`ready` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follow_ups_state" CHECK("state" IN ('planned', 'held', 'skipped', 'sent', 'asked'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follow_ups_day` ON `follow_ups` (`client_id`,`day`,`kind`,`number`);--> statement-breakpoint
CREATE INDEX `follow_ups_owner` ON `follow_ups` (`bookkeeper_id`,`state`,`day`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `follow_ups_escalated` ON `follow_ups` (`bookkeeper_id`,`at`,`id`) WHERE ((kind = 'escalation' AND state = 'sent') OR (state = 'asked' AND ready = 1));--> statement-breakpoint
CREATE TABLE `activity` (
	`bookkeeper_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`bookkeeper_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` integer,
	`id` text NOT NULL,
	`firm_id` text NOT NULL,
	`actor_id` text,
	`actor_role` text NOT NULL,
	`actor_name` text,
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
CREATE INDEX `audit_log_client` ON `audit_log` (`firm_id`,`client_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`firm_id`,`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_role` ON `audit_log` (`firm_id`,`actor_role`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`firm_id`,`subject_type`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_role_kind` ON `audit_log` (`firm_id`,`actor_role`,`subject_type`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`firm_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_type`,`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_client_status` ON `audit_log` (`firm_id`,`at`) WHERE action = 'client.status_changed';--> statement-breakpoint
CREATE INDEX `audit_log_rejected` ON `audit_log` (`firm_id`,`at`) WHERE action = 'doc_rejected';--> statement-breakpoint
CREATE INDEX `audit_log_unsealed` ON `audit_log` (`seq`) WHERE hash IS NULL;--> statement-breakpoint
CREATE TABLE `canary_votes` (
	`name` text NOT NULL,
	`version` text NOT NULL,
	`person` text NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`name`, `version`, `kind`, `person`),
	CONSTRAINT "canary_votes_kind" CHECK("kind" IN ('view', 'failed_load', 'hang', 'render_error', 'slow_interaction', 'failed_calls'))
);
--> statement-breakpoint
CREATE TABLE `remote_canaries` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`percent` integer NOT NULL,
	`firm_ids` text NOT NULL,
	`user_ids` text NOT NULL,
	`started_by` text NOT NULL,
	`started_at` text NOT NULL,
	`step_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `commitments` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`day` text NOT NULL,
	`ends_at` text NOT NULL,
	`made_at` text NOT NULL,
	`changed_at` text NOT NULL,
	`withdrawn` integer DEFAULT false NOT NULL,
	`missed` integer DEFAULT false NOT NULL,
	`sent_at` text,
	FOREIGN KEY (`submission_id`) REFERENCES `book_form_submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `commitments_submission` ON `commitments` (`submission_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `commitments_owner` ON `commitments` (`bookkeeper_id`,`day`,`id`) WHERE withdrawn = 0;--> statement-breakpoint
CREATE INDEX `commitments_ending` ON `commitments` (`ends_at`) WHERE withdrawn = 0 AND missed = 0 AND sent_at IS NULL;--> statement-breakpoint
CREATE INDEX `commitments_changed` ON `commitments` (`bookkeeper_id`,`changed_at`,`id`);--> statement-breakpoint
CREATE TABLE `turn_counts` (
	`bookkeeper_id` text NOT NULL,
	`turn` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`bookkeeper_id`, `turn`)
);
--> statement-breakpoint
CREATE TABLE `waiting_counts` (
	`bookkeeper_id` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail_digests` (
	`address` text NOT NULL,
	`kind` text NOT NULL,
	`sender` text NOT NULL,
	`items` text NOT NULL,
	`total` integer NOT NULL,
	`latest_at` text NOT NULL,
	`due_at` text NOT NULL,
	PRIMARY KEY(`address`, `kind`, `sender`)
);
--> statement-breakpoint
CREATE INDEX `mail_digests_due` ON `mail_digests` (`due_at`);--> statement-breakpoint
CREATE TABLE `mail_switches` (
	`address` text NOT NULL,
	`kind` text NOT NULL,
	`off_at` text NOT NULL,
	PRIMARY KEY(`address`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `auth_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`factor_id` text,
	`detail` text DEFAULT '{}' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`factor_id`) REFERENCES `auth_factors`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_challenges_purpose" CHECK("purpose" IN ('sign-in', 'enrol', 'oauth', 'passkey'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_challenges_token` ON `auth_challenges` (`token_hash`);--> statement-breakpoint
CREATE INDEX `auth_challenges_user` ON `auth_challenges` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `auth_challenges_expiry` ON `auth_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`verified_at` text,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_factors_type" CHECK("type" IN ('totp'))
);
--> statement-breakpoint
CREATE INDEX `auth_factors_user` ON `auth_factors` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `auth_factors_verified` ON `auth_factors` (`user_id`) WHERE verified_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `auth_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`provider` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_identities_provider" CHECK("provider" IN ('google', 'microsoft', 'oidc'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_identities_subject` ON `auth_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `auth_identities_user` ON `auth_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_code` ON `recovery_codes` (`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `download_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`scope` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `download_tickets_expiry` ON `download_tickets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `file_uploads` (
	`file_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`part_size` integer NOT NULL,
	`parts` text NOT NULL,
	`active_at` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `file_uploads_owner` ON `file_uploads` (`owner_id`,`active_at`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`client_id` text,
	`assignment_id` text,
	`field_id` text,
	`message_id` text,
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
	CONSTRAINT "files_state_known" CHECK("state" IN ('pending', 'stored', 'replaced', 'removed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_path` ON `files` (`path`);--> statement-breakpoint
CREATE INDEX `files_assignment` ON `files` (`assignment_id`,`field_id`);--> statement-breakpoint
CREATE INDEX `files_client` ON `files` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `files_state` ON `files` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `files_message` ON `files` (`message_id`) WHERE message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `files_unsent` ON `files` (`created_at`) WHERE purpose = 'chat' AND message_id IS NULL AND state = 'stored';--> statement-breakpoint
CREATE INDEX `files_templates` ON `files` (`id`) WHERE purpose = 'template' AND state = 'stored';--> statement-breakpoint
CREATE TABLE `firm_storage` (
	`firm_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `flag_values` (
	`name` text NOT NULL,
	`target` text NOT NULL,
	`firm_id` text,
	`user_id` text,
	`percent` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`name`, `target`),
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "flag_values_percent" CHECK(percent BETWEEN 0 AND 100),
	CONSTRAINT "flag_values_target" CHECK(target = coalesce(firm_id, user_id, '*'))
);
--> statement-breakpoint
CREATE TABLE `contributions` (
	`assignment_id` text NOT NULL,
	`field_id` text NOT NULL,
	`file_id` text DEFAULT '' NOT NULL,
	`link_id` text NOT NULL,
	PRIMARY KEY(`assignment_id`, `field_id`, `file_id`),
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`link_id`) REFERENCES `guest_links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contributions_link` ON `contributions` (`link_id`);--> statement-breakpoint
CREATE TABLE `guest_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`session_id` text,
	`assignment_id` text NOT NULL,
	`field_id` text,
	`name` text,
	`token_hash` text NOT NULL,
	`device_hash` text,
	`created_at` text NOT NULL,
	`opened_at` text,
	`last_used_at` text,
	`done_at` text,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_links_token` ON `guest_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `guest_links_user` ON `guest_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `guest_links_client` ON `guest_links` (`client_id`);--> statement-breakpoint
CREATE INDEX `guest_links_session` ON `guest_links` (`session_id`);--> statement-breakpoint
CREATE INDEX `guest_links_assignment` ON `guest_links` (`assignment_id`);--> statement-breakpoint
CREATE INDEX `guest_links_expires` ON `guest_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `dev_mailbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`from` text DEFAULT '' NOT NULL,
	`reply_to` text,
	`unsubscribe` text,
	`sent_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dev_mailbox_id` ON `dev_mailbox` (`id`);--> statement-breakpoint
CREATE TABLE `mail_problems` (
	`email` text NOT NULL,
	`firm_id` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`email`, `firm_id`)
);
--> statement-breakpoint
CREATE TABLE `mail_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_reports_at` ON `mail_reports` (`at`);--> statement-breakpoint
CREATE TABLE `reply_addresses` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reply_addresses_client` ON `reply_addresses` (`client_id`);--> statement-breakpoint
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
CREATE INDEX `book_client_notifications_client` ON `book_client_notifications` (`client_id`,`recipient_type`,`is_read`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_client_notifications_latest` ON `book_client_notifications` (`client_id`,`recipient_type`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `chat_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`sender` text NOT NULL,
	`message` text NOT NULL,
	`attachments` text NOT NULL,
	`about` text,
	`mail` text,
	`created_at` text NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`heard_by` text,
	`awaits_answer` integer DEFAULT false NOT NULL,
	`edited_at` text,
	`deleted_at` text,
	FOREIGN KEY (`thread_id`) REFERENCES `chat_threads`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "chat_messages_sender_known" CHECK("sender" IN ('client', 'bookkeeper', 'system'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_messages_place` ON `chat_messages` (`thread_id`,`seq`);--> statement-breakpoint
CREATE INDEX `chat_messages_heard` ON `chat_messages` (`heard_by`,`created_at`,`id`) WHERE heard_by IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `chat_messages_comments` ON `chat_messages` ("about" ->> '$.assignment_id',`seq`) WHERE "about" ->> '$.field_id' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `chat_messages_awaiting` ON `chat_messages` (`thread_id`) WHERE awaits_answer = 1;--> statement-breakpoint
CREATE TABLE `chat_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`client_id` text NOT NULL,
	`updated_at` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`bookkeeper_unread` integer DEFAULT 0 NOT NULL,
	`client_unread` integer DEFAULT 0 NOT NULL,
	`bookkeeper_read` integer DEFAULT 0 NOT NULL,
	`client_read` integer DEFAULT 0 NOT NULL,
	`bookkeeper_delivered` integer DEFAULT 0 NOT NULL,
	`client_delivered` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`bookkeeper_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_threads_client` ON `chat_threads` (`client_id`);--> statement-breakpoint
CREATE INDEX `chat_threads_bookkeeper` ON `chat_threads` (`bookkeeper_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `chat_threads_unread` ON `chat_threads` (`bookkeeper_id`,`bookkeeper_unread`) WHERE bookkeeper_unread > 0;--> statement-breakpoint
CREATE TABLE `notification_reads` (
	`user_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `notification_id`),
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`email` text,
	`remote_token_id` text,
	`device_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	FOREIGN KEY (`remote_token_id`) REFERENCES `remote_tokens`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "operator_sessions_owner" CHECK(("email" IS NULL) <> ("remote_token_id" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operator_sessions_token` ON `operator_sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `operator_sessions_email` ON `operator_sessions` (`email`,`device_hash`);--> statement-breakpoint
CREATE INDEX `operator_sessions_expires` ON `operator_sessions` (`expires_at`);--> statement-breakpoint
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
	`last_error` text,
	`bookkeeper_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_id` ON `outbox` (`id`);--> statement-breakpoint
CREATE INDEX `outbox_own` ON `outbox` (`bookkeeper_id`,`seq`) WHERE bookkeeper_id IS NOT NULL AND done_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`dead_at`) WHERE dead_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_at`,`seq`) WHERE done_at IS NULL AND dead_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_open_recipient` ON `outbox` (`recipient`,`seq`) WHERE done_at IS NULL AND dead_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`synced` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
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
	`declined_at` text,
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
	`folded_name` text,
	`folded_company` text,
	`phone_digits` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace("phone", ' ', ''), ' ', ''), '(', ''), ')', ''), '+', ''), '-', ''), '.', ''), '/', '')) VIRTUAL,
	`sections` integer DEFAULT 0 NOT NULL,
	`sections_done` integer DEFAULT 0 NOT NULL,
	`sections_waiting` integer DEFAULT 0 NOT NULL,
	`next_due` text,
	`last_activity_at` text,
	`signed_up` integer DEFAULT false NOT NULL,
	`due_order` text GENERATED ALWAYS AS (coalesce("next_due", '9999-12-31')) VIRTUAL,
	`activity_order` text GENERATED ALWAYS AS (coalesce("last_activity_at", '')) VIRTUAL,
	`progress_order` integer GENERATED ALWAYS AS (coalesce(("sections_done" + "sections_waiting") * 100 / "sections", -1)) VIRTUAL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`archived_at` text,
	`is_archived` integer GENERATED ALWAYS AS ("archived_at" IS NOT NULL) VIRTUAL,
	FOREIGN KEY (`bookkeeper_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_clients_status" CHECK("status" IN ('new', 'onboarding', 'active', 'inactive'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_clients_id_unique` ON `book_clients` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `book_clients_owner_email` ON `book_clients` (`bookkeeper_id`,`email`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_created` ON `book_clients` (`bookkeeper_id`,`is_archived`,`created_at`,`id`,`status`,`next_due`,`sections_waiting`,`signed_up`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_name` ON `book_clients` (`bookkeeper_id`,`is_archived`,"name" COLLATE NOCASE,`id`,`status`,`next_due`,`sections_waiting`,`signed_up`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_due` ON `book_clients` (`bookkeeper_id`,`is_archived`,`due_order`,`id`,`status`,`next_due`,`sections_waiting`,`signed_up`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_activity` ON `book_clients` (`bookkeeper_id`,`is_archived`,`activity_order`,`id`,`status`,`next_due`,`sections_waiting`,`signed_up`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_progress` ON `book_clients` (`bookkeeper_id`,`is_archived`,`progress_order`,`id`,`status`,`next_due`,`sections_waiting`,`signed_up`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_status_created` ON `book_clients` (`bookkeeper_id`,`is_archived`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_clients_owner_status_name` ON `book_clients` (`bookkeeper_id`,`is_archived`,`status`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `book_clients_email` ON `book_clients` (`email`);--> statement-breakpoint
CREATE TABLE `client_counts` (
	`bookkeeper_id` text NOT NULL,
	`status` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`bookkeeper_id`, `status`)
);
--> statement-breakpoint
CREATE TABLE `client_keys` (
	`client_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `client_notes` (
	`client_id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`closed_at` text,
	`outcome` text,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "email_changes_outcome" CHECK("outcome" IN ('confirmed', 'refused', 'replaced'))
);
--> statement-breakpoint
CREATE INDEX `email_changes_client` ON `email_changes` (`client_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `firm_reports` (
	`firm_id` text NOT NULL,
	`email` text NOT NULL,
	`reported_at` text NOT NULL,
	PRIMARY KEY(`firm_id`, `email`),
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `firms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`sender_name` text,
	`reply_to` text,
	`reply_to_pending` text,
	`one_tap_links` integer DEFAULT true NOT NULL,
	`awaiting_approval_since` text,
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
	`chosen_client_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "profiles_role" CHECK("role" IN ('bookkeeper', 'client'))
);
--> statement-breakpoint
CREATE INDEX `profiles_firm` ON `profiles` (`firm_id`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`view` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `list`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE TABLE `push_switches` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`off_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `remote_switches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`from_version` text,
	`to_version` text,
	`actor` text NOT NULL,
	`reason` text,
	`at` text NOT NULL,
	CONSTRAINT "remote_switches_kind" CHECK("kind" IN ('publish', 'stage', 'rollback', 'remove', 'worker', 'canary', 'stop', 'promote', 'pin', 'unpin', 'leave'))
);
--> statement-breakpoint
CREATE INDEX `remote_switches_name` ON `remote_switches` (`name`,`at`);--> statement-breakpoint
CREATE TABLE `remote_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`label` text,
	`scope` text DEFAULT 'publish' NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text DEFAULT '' NOT NULL,
	`revoked_at` text,
	`last_used_at` text,
	`exchange_hash` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remote_tokens_token_hash_unique` ON `remote_tokens` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `remote_tokens_exchange_hash_unique` ON `remote_tokens` (`exchange_hash`);--> statement-breakpoint
CREATE INDEX `remote_tokens_name` ON `remote_tokens` (`name`);--> statement-breakpoint
CREATE TABLE `remote_trusts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`audience` text NOT NULL,
	`subject` text NOT NULL,
	`claims` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` text NOT NULL,
	`revoked_at` text,
	CONSTRAINT "remote_trusts_scope" CHECK("scope" IN ('preview', 'publish'))
);
--> statement-breakpoint
CREATE INDEX `remote_trusts_name` ON `remote_trusts` (`name`,`issuer`);--> statement-breakpoint
CREATE TABLE `remote_versions` (
	`name` text NOT NULL,
	`version` text NOT NULL,
	`contract` text NOT NULL,
	`sdk` text NOT NULL,
	`place` text NOT NULL,
	`files` text NOT NULL,
	`state` text DEFAULT 'announced' NOT NULL,
	`actor` text,
	`commit` text,
	`branch` text,
	`message` text,
	`size` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`live_at` text,
	`withdrawn_at` text,
	`must_leave_at` text,
	`left_at` text,
	`preview_until` text,
	`removed_at` text,
	PRIMARY KEY(`name`, `version`),
	CONSTRAINT "remote_versions_state" CHECK("state" IN ('announced', 'published'))
);
--> statement-breakpoint
CREATE INDEX `remote_versions_live` ON `remote_versions` (`name`,`contract`,`sdk`,"live_at" desc) WHERE live_at IS NOT NULL AND withdrawn_at IS NULL AND removed_at IS NULL;--> statement-breakpoint
CREATE TABLE `remotes` (
	`name` text PRIMARY KEY NOT NULL,
	`live_version` text,
	`pinned_version` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `corrected_answers` (
	`assignment_id` text NOT NULL,
	`version` integer NOT NULL,
	`field_id` text NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`workform_id` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`assignment_id`, `version`, `field_id`),
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `corrected_answers_owner` ON `corrected_answers` (`bookkeeper_id`,`at`);--> statement-breakpoint
CREATE INDEX `corrected_answers_owner_workform` ON `corrected_answers` (`bookkeeper_id`,`workform_id`,`at`);--> statement-breakpoint
CREATE INDEX `corrected_answers_workform` ON `corrected_answers` (`workform_id`,`at`);--> statement-breakpoint
CREATE TABLE `section_attempts` (
	`assignment_id` text NOT NULL,
	`version` integer NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`workform_id` text NOT NULL,
	`workform_version_id` text NOT NULL,
	`submitted_at` text,
	`answers` text NOT NULL,
	`non_answers` text DEFAULT '{}' NOT NULL,
	`files` text NOT NULL,
	`outcome` text,
	`decided_at` text,
	`rejected_at` text,
	`flags` text DEFAULT '[]' NOT NULL,
	`resubmitted_at` text,
	PRIMARY KEY(`assignment_id`, `version`),
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "section_attempts_outcome" CHECK("outcome" IN ('approved', 'rejected', 'sent_back', 'recalled'))
);
--> statement-breakpoint
CREATE INDEX `section_attempts_owner` ON `section_attempts` (`bookkeeper_id`,`rejected_at`);--> statement-breakpoint
CREATE INDEX `section_attempts_owner_workform` ON `section_attempts` (`bookkeeper_id`,`workform_id`,`rejected_at`);--> statement-breakpoint
CREATE INDEX `section_attempts_workform` ON `section_attempts` (`workform_id`,`rejected_at`);--> statement-breakpoint
CREATE TABLE `section_drafts` (
	`assignment_id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`non_answers` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `section_reviews` (
	`assignment_id` text PRIMARY KEY NOT NULL,
	`opened_version` integer,
	`recall_requested_at` text,
	`recall_requested_from` text,
	`marks` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `book_client_workforms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `section_reviews_requests` ON `section_reviews` (`recall_requested_from`,`recall_requested_at`) WHERE recall_requested_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `client_tags` (
	`client_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`client_id`, `tag_id`),
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `client_tags_tag` ON `client_tags` (`tag_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`firm_id` text NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`firm_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `page_errors` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`kind` text NOT NULL,
	`frames` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `name`, `version`, `kind`, `frames`)
);
--> statement-breakpoint
CREATE TABLE `page_vitals` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`metric` text NOT NULL,
	`bin` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `name`, `version`, `metric`, `bin`)
);
--> statement-breakpoint
CREATE TABLE `remote_health` (
	`hour` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `name`, `version`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`client_id` text,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`answer` text,
	`error` text,
	`created_at` text NOT NULL,
	`tried_at` text,
	`next_at` text,
	`done_at` text,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_state" CHECK("state" IN ('waiting', 'delivered', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_owner` ON `webhook_deliveries` (`bookkeeper_id`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_owner_state` ON `webhook_deliveries` (`bookkeeper_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint_state` ON `webhook_deliveries` (`endpoint_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_tried` ON `webhook_deliveries` (`endpoint_id`,`tried_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_onboarding` ON `webhook_deliveries` (`client_id`) WHERE event = 'client_onboarding';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`is_on` integer DEFAULT true NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`bookkeeper_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_owner` ON `webhook_endpoints` (`bookkeeper_id`,`id`);--> statement-breakpoint
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
	`hidden_by` text,
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
CREATE INDEX `book_client_workforms_client` ON `book_client_workforms` (`client_id`,`assigned_at`,`status`,`due_date`,`hidden_by`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner` ON `book_client_workforms` (`assigned_by`,`workform_id`,`client_id`,`status`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_owner_submitted` ON `book_client_workforms` (`assigned_by`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_due` ON `book_client_workforms` (`assigned_by`,`due_date`,`status`,`submitted_at`,`approved_at`) WHERE hidden_by IS NULL;--> statement-breakpoint
CREATE INDEX `book_client_workforms_waiting` ON `book_client_workforms` (`assigned_by`,`submitted_at`,`submission_id`) WHERE status = 'completed' AND hidden_by IS NULL;--> statement-breakpoint
CREATE INDEX `book_client_workforms_open` ON `book_client_workforms` (`assigned_by`,`due_date`,`client_id`,`workform_id`,`submission_id`) WHERE status IN ('assigned', 'in_progress', 'rejected') AND hidden_by IS NULL;--> statement-breakpoint
CREATE INDEX `book_client_workforms_workform_open` ON `book_client_workforms` (`workform_id`,`assigned_by`,`due_date`,`submission_id`) WHERE status IN ('assigned', 'in_progress', 'rejected') AND hidden_by IS NULL;--> statement-breakpoint
CREATE INDEX `book_client_workforms_approved` ON `book_client_workforms` (`assigned_by`,`approved_at`,`workform_id`,`client_id`,`submission_id`,`submitted_at`,`assigned_at`) WHERE status = 'approved' AND hidden_by IS NULL;--> statement-breakpoint
CREATE INDEX `book_client_workforms_submission` ON `book_client_workforms` (`submission_id`);--> statement-breakpoint
CREATE INDEX `book_client_workforms_workform` ON `book_client_workforms` (`workform_id`);--> statement-breakpoint
CREATE TABLE `book_form_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`client_id` text NOT NULL,
	`bookkeeper_id` text,
	`archived_at` text,
	`client_email` text NOT NULL,
	`data` text NOT NULL,
	`non_answers` text DEFAULT '{}' NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	`is_pending` integer DEFAULT false NOT NULL,
	`is_approved` integer DEFAULT false NOT NULL,
	`is_rejected` integer DEFAULT false NOT NULL,
	`waiting_since` text DEFAULT '~' NOT NULL,
	`client_since` text DEFAULT '~' NOT NULL,
	`due_on` text DEFAULT '~' NOT NULL,
	`client_key` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `book_workforms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_form_submissions_status" CHECK("status" IN ('waiting', 'submitted'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_form_submissions_pair` ON `book_form_submissions` (`form_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_client` ON `book_form_submissions` (`client_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_pending` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_pending = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_approved` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_approved = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_rejected` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_rejected = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_waiting` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE waiting > 0;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_client_turn` ON `book_form_submissions` (`bookkeeper_id`,`updated_at`,`id`) WHERE is_pending = 1 AND waiting = 0;--> statement-breakpoint
CREATE INDEX `book_form_submissions_form` ON `book_form_submissions` (`form_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_pending` ON `book_form_submissions` (`form_id`,`updated_at`,`id`) WHERE is_pending = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_approved` ON `book_form_submissions` (`form_id`,`updated_at`,`id`) WHERE is_approved = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_rejected` ON `book_form_submissions` (`form_id`,`updated_at`,`id`) WHERE is_rejected = 1;--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_longest` ON `book_form_submissions` (`bookkeeper_id`,`waiting_since`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_with_client` ON `book_form_submissions` (`bookkeeper_id`,`client_since`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_due` ON `book_form_submissions` (`bookkeeper_id`,`due_on`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_owner_client` ON `book_form_submissions` (`bookkeeper_id`,`client_key`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_longest` ON `book_form_submissions` (`form_id`,`waiting_since`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_with_client` ON `book_form_submissions` (`form_id`,`client_since`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_due` ON `book_form_submissions` (`form_id`,`due_on`,`id`);--> statement-breakpoint
CREATE INDEX `book_form_submissions_form_client` ON `book_form_submissions` (`form_id`,`client_key`,`id`);--> statement-breakpoint
CREATE TABLE `book_workforms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`fields` text NOT NULL,
	`is_template` integer DEFAULT false NOT NULL,
	`user_id` text NOT NULL,
	`firm_id` text NOT NULL,
	`due_days` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`starter` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`archived_at` text,
	`is_archived` integer GENERATED ALWAYS AS ("archived_at" IS NOT NULL) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `book_workforms_owner_created` ON `book_workforms` (`user_id`,`deleted_at`,`is_archived`,`created_at`,`id`,`is_template`,`name`);--> statement-breakpoint
CREATE INDEX `book_workforms_firm_templates` ON `book_workforms` (`firm_id`,`is_template`,`deleted_at`,`is_archived`,name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `book_workforms_firm_name` ON `book_workforms` (`firm_id`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `book_workforms_starter` ON `book_workforms` (`user_id`,`starter`) WHERE starter IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
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
--> statement-breakpoint
CREATE VIRTUAL TABLE clients_search USING fts5(
  name, email, company, phone_digits, content='book_clients', content_rowid='seq',
  tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER audit_log_activity AFTER INSERT ON audit_log
WHEN new.subject_type IN ('client', 'assignment', 'section', 'workform')
  OR new.action IN ('account.password_set', 'account.linked', 'account.offer_declined', 'account.offer_reported',
    'account.email_changed', 'account.email_change_refused')
BEGIN
  INSERT INTO activity (bookkeeper_id, seq)
    SELECT x.owner, new.seq FROM (SELECT coalesce(
      (SELECT bookkeeper_id FROM book_clients WHERE id = new.client_id),
      iif(new.actor_role = 'bookkeeper', new.actor_id, NULL)) AS owner) x
    WHERE x.owner IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_linked AFTER INSERT ON book_client_auth BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_accepted AFTER UPDATE OF password_set, declined_at ON book_client_auth BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_changed AFTER UPDATE OF status, name, email ON book_clients BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_section_added AFTER INSERT ON book_client_workforms BEGIN
  INSERT INTO agent_clients (client_id) VALUES (new.client_id)
    ON CONFLICT (client_id) DO UPDATE SET revision = revision + 1, next_at = '';
END;
--> statement-breakpoint
CREATE TRIGGER agent_section_changed
AFTER UPDATE OF status, due_date, notes, section_name, rejection_reason, version ON book_client_workforms BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_section_archived AFTER UPDATE OF hidden_by ON book_client_workforms
WHEN old.hidden_by IS NOT new.hidden_by BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '',
    restored_at = iif(new.hidden_by IS NULL, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), restored_at)
  WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_wrote AFTER UPDATE OF bookkeeper_unread ON chat_threads
WHEN (old.bookkeeper_unread > 0) <> (new.bookkeeper_unread > 0) BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '',
    messages_read_at = iif(new.bookkeeper_unread > 0, messages_read_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_asked AFTER INSERT ON chat_messages WHEN new.awaits_answer = 1 BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = (SELECT t.client_id FROM chat_threads t WHERE t.id = new.thread_id);
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_answered AFTER UPDATE OF awaits_answer ON chat_messages
WHEN old.awaits_answer = 1 AND new.awaits_answer = 0 BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '',
    messages_read_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE client_id = (SELECT t.client_id FROM chat_threads t WHERE t.id = new.thread_id);
END;
--> statement-breakpoint
CREATE TRIGGER agent_section_gone AFTER DELETE ON book_client_workforms BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = old.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER archived_client AFTER UPDATE OF archived_at ON book_clients
WHEN (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  UPDATE book_form_submissions SET bookkeeper_id = iif(new.archived_at IS NULL, new.bookkeeper_id, NULL)
    WHERE client_id = new.id AND archived_at IS NULL;
  UPDATE book_client_workforms SET hidden_by = iif(new.archived_at IS NULL, NULL, 'client')
    WHERE client_id = new.id AND hidden_by IS NOT 'assignment';
END;
--> statement-breakpoint
CREATE TRIGGER archived_assignment AFTER UPDATE OF archived_at ON book_form_submissions
WHEN (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  UPDATE book_form_submissions SET bookkeeper_id = (
    SELECT iif(coalesce(new.archived_at, c.archived_at) IS NULL, c.bookkeeper_id, NULL) FROM book_clients c WHERE c.id = new.client_id)
    WHERE id = new.id;
  UPDATE book_client_workforms SET hidden_by = (
    SELECT CASE WHEN new.archived_at IS NOT NULL THEN 'assignment'
    WHEN c.archived_at IS NOT NULL THEN 'client' END FROM book_clients c WHERE c.id = new.client_id) WHERE submission_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER archived_section_added AFTER INSERT ON book_client_workforms
WHEN (SELECT s.bookkeeper_id FROM book_form_submissions s WHERE s.id = new.submission_id) IS NULL BEGIN
  UPDATE book_client_workforms SET hidden_by = (SELECT CASE WHEN s.archived_at IS NOT NULL THEN 'assignment'
    WHEN c.archived_at IS NOT NULL THEN 'client' END
    FROM book_form_submissions s JOIN book_clients c ON c.id = s.client_id WHERE s.id = new.submission_id)
    WHERE book_client_workforms.id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log
WHEN new.seq <> old.seq OR new.id <> old.id OR new.firm_id <> old.firm_id OR new.actor_id IS NOT old.actor_id
  OR new.actor_role <> old.actor_role OR new.action <> old.action OR new.subject_type <> old.subject_type
  OR new.subject_id <> old.subject_id OR new.client_id IS NOT old.client_id OR new.detail <> old.detail
  OR new.at <> old.at OR (old.number IS NOT NULL AND new.number IS NOT old.number)
  OR (new.actor_name IS NOT old.actor_name AND (old.actor_name IS NOT NULL OR old.hash IS NOT NULL))
  OR (old.hash IS NOT NULL AND (new.hash IS NOT old.hash OR new.prev_hash IS NOT old.prev_hash))
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_keep BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_complete AFTER INSERT ON audit_log
WHEN new.number IS NULL OR (new.actor_name IS NULL AND new.actor_id IS NOT NULL AND new.hash IS NULL)
BEGIN
  UPDATE audit_log SET
    number = coalesce(new.number, 1 + coalesce(
      (SELECT a.number FROM audit_log a WHERE a.firm_id = new.firm_id AND a.seq < new.seq
        ORDER BY a.seq DESC LIMIT 1), 0)),
    actor_name = CASE WHEN new.actor_name IS NOT NULL OR new.hash IS NOT NULL THEN new.actor_name
      WHEN new.actor_role = 'client' THEN coalesce(
        (SELECT c.name FROM book_clients c WHERE c.id = new.client_id AND c.firm_id = new.firm_id),
        (SELECT c.name FROM book_client_auth a JOIN book_clients c ON c.id = a.client_id
          WHERE a.auth_user_id = new.actor_id AND c.firm_id = new.firm_id))
      WHEN new.actor_role = 'bookkeeper' THEN
        (SELECT coalesce(nullif(p.name, ''), p.email) FROM profiles p WHERE p.id = new.actor_id) END
  WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER chat_messages_numbered AFTER INSERT ON chat_messages BEGIN
  UPDATE chat_threads SET last_seq = last_seq + 1, updated_at = max(updated_at, new.created_at),
    bookkeeper_unread = bookkeeper_unread + (new.sender = 'client' AND last_seq >= bookkeeper_read),
    client_unread = client_unread + (new.sender <> 'client' AND last_seq >= client_read)
  WHERE id = new.thread_id;
  UPDATE chat_messages SET (seq, heard_by) = (
    SELECT t.last_seq, iif(new.sender = 'client', t.bookkeeper_id, NULL) FROM chat_threads t WHERE t.id = new.thread_id)
  WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER chat_questions_decided AFTER UPDATE OF status ON book_client_workforms
WHEN new.status = 'rejected' AND old.status <> 'rejected' BEGIN
  UPDATE chat_messages SET awaits_answer = 0
  WHERE "about" ->> '$.assignment_id' = new.id AND "about" ->> '$.field_id' IS NOT NULL AND awaits_answer = 1;
END;
--> statement-breakpoint
CREATE TRIGGER client_counts_added AFTER INSERT ON book_clients BEGIN
  INSERT INTO client_counts (bookkeeper_id, status, n)
    SELECT new.bookkeeper_id, new.status, 1 WHERE new.archived_at IS NULL
    ON CONFLICT (bookkeeper_id, status) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER client_counts_moved AFTER UPDATE OF status, bookkeeper_id, archived_at ON book_clients
WHEN old.status <> new.status OR old.bookkeeper_id <> new.bookkeeper_id
  OR (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  UPDATE client_counts SET n = n - 1
    WHERE bookkeeper_id = old.bookkeeper_id AND status = old.status AND old.archived_at IS NULL;
  INSERT INTO client_counts (bookkeeper_id, status, n)
    SELECT new.bookkeeper_id, new.status, 1 WHERE new.archived_at IS NULL
    ON CONFLICT (bookkeeper_id, status) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER client_counts_gone AFTER DELETE ON book_clients BEGIN
  UPDATE client_counts SET n = n - 1
    WHERE bookkeeper_id = old.bookkeeper_id AND status = old.status AND old.archived_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_section_added AFTER INSERT ON book_client_workforms BEGIN
  UPDATE book_clients SET (sections, sections_done, sections_waiting, next_due) = (
    SELECT count(*), count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'completed'),
      min(due_date) FILTER (WHERE status IN ('assigned', 'in_progress', 'rejected'))
    FROM book_client_workforms WHERE client_id = new.client_id AND hidden_by IS NOT 'assignment')
    WHERE id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_section_changed AFTER UPDATE OF status, due_date ON book_client_workforms
WHEN old.status <> new.status OR old.due_date IS NOT new.due_date BEGIN
  UPDATE book_clients SET (sections, sections_done, sections_waiting, next_due) = (
    SELECT count(*), count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'completed'),
      min(due_date) FILTER (WHERE status IN ('assigned', 'in_progress', 'rejected'))
    FROM book_client_workforms WHERE client_id = new.client_id AND hidden_by IS NOT 'assignment')
    WHERE id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_section_archived AFTER UPDATE OF hidden_by ON book_client_workforms
WHEN (old.hidden_by IS 'assignment') <> (new.hidden_by IS 'assignment') BEGIN
  UPDATE book_clients SET (sections, sections_done, sections_waiting, next_due) = (
    SELECT count(*), count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'completed'),
      min(due_date) FILTER (WHERE status IN ('assigned', 'in_progress', 'rejected'))
    FROM book_client_workforms WHERE client_id = new.client_id AND hidden_by IS NOT 'assignment')
    WHERE id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_section_gone AFTER DELETE ON book_client_workforms BEGIN
  UPDATE book_clients SET (sections, sections_done, sections_waiting, next_due) = (
    SELECT count(*), count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'completed'),
      min(due_date) FILTER (WHERE status IN ('assigned', 'in_progress', 'rejected'))
    FROM book_client_workforms WHERE client_id = old.client_id AND hidden_by IS NOT 'assignment')
    WHERE id = old.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_linked AFTER INSERT ON book_client_auth WHEN new.password_set BEGIN
  UPDATE book_clients SET signed_up = 1 WHERE id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_signed_up AFTER UPDATE OF password_set ON book_client_auth
WHEN old.password_set <> new.password_set BEGIN
  UPDATE book_clients SET signed_up = new.password_set WHERE id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_action AFTER INSERT ON audit_log
WHEN new.actor_role = 'client' AND new.client_id IS NOT NULL BEGIN
  UPDATE book_clients SET last_activity_at = new.at
    WHERE id = new.client_id AND coalesce(last_activity_at, '') < substr(new.at, 1, 16);
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_draft_started AFTER INSERT ON section_drafts BEGIN
  UPDATE book_clients SET last_activity_at = new.updated_at
    WHERE id = (SELECT client_id FROM book_client_workforms WHERE id = new.assignment_id) AND coalesce(last_activity_at, '') < substr(new.updated_at, 1, 16);
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_draft_saved AFTER UPDATE ON section_drafts BEGIN
  UPDATE book_clients SET last_activity_at = new.updated_at
    WHERE id = (SELECT client_id FROM book_client_workforms WHERE id = new.assignment_id) AND coalesce(last_activity_at, '') < substr(new.updated_at, 1, 16);
END;
--> statement-breakpoint
CREATE TRIGGER client_overview_message AFTER INSERT ON chat_messages WHEN new.sender = 'client' BEGIN
  UPDATE book_clients SET last_activity_at = new.created_at
    WHERE id = (SELECT client_id FROM chat_threads WHERE id = new.thread_id) AND coalesce(last_activity_at, '') < substr(new.created_at, 1, 16);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_insert AFTER INSERT ON book_clients BEGIN
  INSERT INTO clients_search(rowid, name, email, company, phone_digits)
    VALUES (new.seq, new.name, new.email, new.company, new.phone_digits);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_update AFTER UPDATE OF name, email, company, phone ON book_clients
WHEN old.name <> new.name OR old.email <> new.email OR old.company IS NOT new.company OR old.phone IS NOT new.phone
BEGIN
  INSERT INTO clients_search(clients_search, rowid, name, email, company, phone_digits)
    VALUES ('delete', old.seq, old.name, old.email, old.company, old.phone_digits);
  INSERT INTO clients_search(rowid, name, email, company, phone_digits)
    VALUES (new.seq, new.name, new.email, new.company, new.phone_digits);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_delete AFTER DELETE ON book_clients BEGIN
  INSERT INTO clients_search(clients_search, rowid, name, email, company, phone_digits)
    VALUES ('delete', old.seq, old.name, old.email, old.company, old.phone_digits);
END;
--> statement-breakpoint
CREATE TRIGGER commitment_made AFTER INSERT ON commitments BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = ''
  WHERE client_id = (SELECT s.client_id FROM book_form_submissions s WHERE s.id = new.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER commitment_changed AFTER UPDATE OF day, ends_at, withdrawn ON commitments BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = ''
  WHERE client_id = (SELECT s.client_id FROM book_form_submissions s WHERE s.id = new.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER commitment_sent AFTER UPDATE OF status ON book_client_workforms
WHEN old.status IN ('assigned', 'in_progress', 'rejected') AND NOT new.status IN ('assigned', 'in_progress', 'rejected') BEGIN
  UPDATE commitments SET sent_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE submission_id = new.submission_id AND sent_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM book_client_workforms o WHERE o.submission_id = new.submission_id AND o.status IN ('assigned', 'in_progress', 'rejected'));
END;
--> statement-breakpoint
CREATE TRIGGER commitment_reopened AFTER UPDATE OF status ON book_client_workforms
WHEN NOT old.status IN ('assigned', 'in_progress', 'rejected') AND new.status IN ('assigned', 'in_progress', 'rejected') AND new.status <> 'rejected' BEGIN
  UPDATE commitments SET sent_at = NULL WHERE submission_id = new.submission_id AND sent_at >= old.submitted_at
    AND NOT EXISTS (SELECT 1 FROM commitments o WHERE o.submission_id = new.submission_id
      AND o.made_at > commitments.made_at);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_added AFTER INSERT ON files WHEN new.state <> 'removed' BEGIN
  INSERT INTO firm_storage (firm_id, bytes) VALUES (new.firm_id, new.size)
    ON CONFLICT (firm_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_removed AFTER UPDATE OF state ON files
WHEN old.state <> 'removed' AND new.state = 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes - old.size WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_restored AFTER UPDATE OF state ON files
WHEN old.state = 'removed' AND new.state <> 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes + new.size WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_gone AFTER DELETE ON files WHEN old.state <> 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes - old.size WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_gone AFTER DELETE ON chat_messages WHEN old.heard_by IS NOT NULL BEGIN
  DELETE FROM notification_reads WHERE user_id = old.heard_by AND notification_id = 'message:' || old.id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_unsaid AFTER UPDATE OF deleted_at ON chat_messages
WHEN new.deleted_at IS NOT NULL AND old.heard_by IS NOT NULL BEGIN
  DELETE FROM notification_reads WHERE user_id = old.heard_by AND notification_id = 'message:' || old.id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_submitted_again AFTER UPDATE OF submitted_at ON book_client_workforms
WHEN old.submitted_at IS NOT NULL AND old.submitted_at IS NOT new.submitted_at BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by
    AND notification_id = 'submission:' || old.id || ':' || old.submitted_at;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_follow_up_gone AFTER DELETE ON follow_ups WHEN old.kind = 'escalation' BEGIN
  DELETE FROM notification_reads WHERE user_id = old.bookkeeper_id AND notification_id = 'follow_up:' || old.id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_promise_changed AFTER UPDATE OF changed_at ON commitments BEGIN
  DELETE FROM notification_reads WHERE user_id = old.bookkeeper_id
    AND notification_id = 'promise:' || old.id || ':' || old.changed_at;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_promise_gone AFTER DELETE ON commitments BEGIN
  DELETE FROM notification_reads WHERE user_id = old.bookkeeper_id
    AND notification_id = 'promise:' || old.id || ':' || old.changed_at;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_request_ended AFTER UPDATE OF recall_requested_at ON section_reviews
WHEN old.recall_requested_at IS NOT NULL AND old.recall_requested_at IS NOT new.recall_requested_at BEGIN
  DELETE FROM notification_reads WHERE user_id = old.recall_requested_from
    AND notification_id = 'recall:' || old.assignment_id || ':' || old.recall_requested_at;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_review_gone AFTER DELETE ON section_reviews
WHEN old.recall_requested_at IS NOT NULL BEGIN
  DELETE FROM notification_reads WHERE user_id = old.recall_requested_from
    AND notification_id = 'recall:' || old.assignment_id || ':' || old.recall_requested_at;
END;
--> statement-breakpoint
CREATE TRIGGER notification_reads_withdrawn AFTER DELETE ON book_client_workforms BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by
    AND notification_id >= 'submission:' || old.id || ':' AND notification_id < 'submission:' || old.id || ';';
END;
--> statement-breakpoint
CREATE TRIGGER remote_switches_fixed BEFORE UPDATE ON remote_switches BEGIN
  SELECT RAISE(ABORT, 'the history of switches is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER remote_switches_keep BEFORE DELETE ON remote_switches BEGIN
  SELECT RAISE(ABORT, 'the history of switches is append-only');
END;
--> statement-breakpoint
CREATE VIEW shown_sections AS
  SELECT a.id, a.submission_id, a.section_name, a.due_date, a.submitted_at,
    coalesce(t.updated_at, a.assigned_at) AS status_since, CASE
    WHEN t.status IS NULL THEN 'pending'
    WHEN t.status = 'submitted' THEN 'pending_review'
    WHEN t.status = 'rejected' AND s.updated_at > t.updated_at
      AND EXISTS (SELECT 1 FROM json_each(s.data) d
        WHERE d.key = a.section_name AND d.value NOT IN ('{}', 'null')) THEN 'pending'
    ELSE t.status END AS status
  FROM book_client_workforms a JOIN book_form_submissions s ON s.id = a.submission_id
  LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name;
--> statement-breakpoint
CREATE TRIGGER standing_answers_changed AFTER UPDATE OF data, updated_at ON book_form_submissions
WHEN old.data <> new.data OR old.updated_at <> new.updated_at BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = new.id) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_section_added AFTER INSERT ON book_client_workforms BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_section_changed
AFTER UPDATE OF section_name, submission_id, due_date, submitted_at ON book_client_workforms
WHEN old.section_name <> new.section_name OR old.submission_id <> new.submission_id
  OR old.due_date IS NOT new.due_date OR old.submitted_at IS NOT new.submitted_at BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_section_gone AFTER DELETE ON book_client_workforms BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = old.submission_id) WHERE id = old.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_status_added AFTER INSERT ON workform_section_statuses BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_status_changed AFTER UPDATE ON workform_section_statuses BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = new.submission_id) WHERE id = new.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER standing_status_gone AFTER DELETE ON workform_section_statuses BEGIN
  UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(v.status IN ('pending_review', 'submitted')), 0),
      coalesce(max(v.status IN ('pending', 'pending_review', 'rejected')), 0),
      coalesce(min(v.status = 'approved'), 0), coalesce(max(v.status = 'rejected'), 0),
      coalesce(min(iif(v.status IN ('pending_review', 'submitted'), v.submitted_at, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.status_since, NULL)), '~'),
      coalesce(min(iif(v.status IN ('pending', 'rejected'), v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = old.submission_id) WHERE id = old.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER book_form_submissions_owned AFTER INSERT ON book_form_submissions BEGIN
  UPDATE book_form_submissions SET (bookkeeper_id, client_key) = (
    SELECT iif(c.archived_at IS NULL, c.bookkeeper_id, NULL), lower(coalesce(nullif(c.name, ''), c.email)) || ' ' || c.id
    FROM book_clients c WHERE c.id = new.client_id) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER book_form_submissions_renamed AFTER UPDATE OF name, email ON book_clients
WHEN old.name <> new.name OR old.email <> new.email BEGIN
  UPDATE book_form_submissions SET client_key = lower(coalesce(nullif(new.name, ''), new.email)) || ' ' || new.id WHERE client_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER tags_unused AFTER DELETE ON client_tags BEGIN
  DELETE FROM tags WHERE id = old.tag_id AND NOT EXISTS (SELECT 1 FROM client_tags WHERE tag_id = old.tag_id);
END;
--> statement-breakpoint
CREATE TRIGGER turn_counts_added AFTER INSERT ON book_form_submissions BEGIN
  INSERT INTO turn_counts (bookkeeper_id, turn, n) SELECT new.bookkeeper_id, CASE WHEN new.waiting > 0 THEN 'you' WHEN new.is_pending THEN 'client'
    WHEN new.is_approved THEN 'done' END, 1
    WHERE new.bookkeeper_id IS NOT NULL AND CASE WHEN new.waiting > 0 THEN 'you' WHEN new.is_pending THEN 'client'
    WHEN new.is_approved THEN 'done' END IS NOT NULL
    ON CONFLICT (bookkeeper_id, turn) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER turn_counts_moved AFTER UPDATE OF waiting, is_pending, is_approved, bookkeeper_id
ON book_form_submissions
WHEN old.bookkeeper_id IS NOT new.bookkeeper_id OR CASE WHEN old.waiting > 0 THEN 'you' WHEN old.is_pending THEN 'client'
    WHEN old.is_approved THEN 'done' END IS NOT CASE WHEN new.waiting > 0 THEN 'you' WHEN new.is_pending THEN 'client'
    WHEN new.is_approved THEN 'done' END BEGIN
  UPDATE turn_counts SET n = n - 1
    WHERE bookkeeper_id = old.bookkeeper_id AND turn = CASE WHEN old.waiting > 0 THEN 'you' WHEN old.is_pending THEN 'client'
    WHEN old.is_approved THEN 'done' END;
  INSERT INTO turn_counts (bookkeeper_id, turn, n) SELECT new.bookkeeper_id, CASE WHEN new.waiting > 0 THEN 'you' WHEN new.is_pending THEN 'client'
    WHEN new.is_approved THEN 'done' END, 1
    WHERE new.bookkeeper_id IS NOT NULL AND CASE WHEN new.waiting > 0 THEN 'you' WHEN new.is_pending THEN 'client'
    WHEN new.is_approved THEN 'done' END IS NOT NULL
    ON CONFLICT (bookkeeper_id, turn) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER turn_counts_gone AFTER DELETE ON book_form_submissions BEGIN
  UPDATE turn_counts SET n = n - 1
    WHERE bookkeeper_id = old.bookkeeper_id AND turn = CASE WHEN old.waiting > 0 THEN 'you' WHEN old.is_pending THEN 'client'
    WHEN old.is_approved THEN 'done' END;
END;
--> statement-breakpoint
CREATE TRIGGER waiting_counts_added AFTER INSERT ON book_client_workforms WHEN (new.status = 'completed' AND new.hidden_by IS NULL) BEGIN
  INSERT INTO waiting_counts (bookkeeper_id, n) VALUES (new.assigned_by, 1)
    ON CONFLICT (bookkeeper_id) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER waiting_counts_changed AFTER UPDATE OF status, assigned_by, hidden_by ON book_client_workforms
WHEN (old.status = 'completed' AND old.hidden_by IS NULL) <> (new.status = 'completed' AND new.hidden_by IS NULL)
  OR ((new.status = 'completed' AND new.hidden_by IS NULL) AND old.assigned_by <> new.assigned_by) BEGIN
  UPDATE waiting_counts SET n = n - 1 WHERE bookkeeper_id = old.assigned_by AND (old.status = 'completed' AND old.hidden_by IS NULL);
  INSERT INTO waiting_counts (bookkeeper_id, n) SELECT new.assigned_by, 1 WHERE (new.status = 'completed' AND new.hidden_by IS NULL)
    ON CONFLICT (bookkeeper_id) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER waiting_counts_gone AFTER DELETE ON book_client_workforms WHEN (old.status = 'completed' AND old.hidden_by IS NULL) BEGIN
  UPDATE waiting_counts SET n = n - 1 WHERE bookkeeper_id = old.assigned_by;
END;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_queued AFTER INSERT ON webhook_deliveries
WHEN new.state = 'waiting'
BEGIN
  INSERT INTO outbox (id, recipient, bookkeeper_id, kind, payload, created_at, next_at)
    VALUES (new.id, 'webhook:' || new.endpoint_id, new.bookkeeper_id, 'webhook',
      json_object('delivery', new.id), new.created_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER workform_versions_fixed BEFORE UPDATE ON workform_versions BEGIN
  SELECT RAISE(ABORT, 'a workform version never changes');
END;
