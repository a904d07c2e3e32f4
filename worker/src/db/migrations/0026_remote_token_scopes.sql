ALTER TABLE `remote_tokens` ADD `scope` text DEFAULT 'publish' NOT NULL;--> statement-breakpoint
ALTER TABLE `remote_tokens` ADD `expires_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `remote_tokens` SET `expires_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+90 days');
