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
