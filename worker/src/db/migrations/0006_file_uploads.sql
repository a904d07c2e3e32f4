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
CREATE INDEX `file_uploads_owner` ON `file_uploads` (`owner_id`,`active_at`);