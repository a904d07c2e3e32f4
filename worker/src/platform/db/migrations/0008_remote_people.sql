CREATE TABLE `remote_people` (
	`name` text NOT NULL,
	`email` text NOT NULL,
	`added_at` text NOT NULL,
	PRIMARY KEY(`name`, `email`)
);
--> statement-breakpoint
CREATE INDEX `remote_people_email` ON `remote_people` (`email`);
