ALTER TABLE `remote_tokens` ADD `label` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `left_at` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `preview_until` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `removed_at` text;