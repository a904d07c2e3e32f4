PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_verification_codes` (
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
	CONSTRAINT "verification_codes_purpose" CHECK("purpose" IN ('signup', 'recovery', 'one-tap', 'owner', 'operator'))
);
--> statement-breakpoint
INSERT INTO `__new_verification_codes`("id", "email", "purpose", "device_hash", "code_hash", "tries", "created_at", "expires_at", "closed_at", "setup_hash", "setup_expires_at", "setup_used_at") SELECT "id", "email", "purpose", "device_hash", "code_hash", "tries", "created_at", "expires_at", "closed_at", "setup_hash", "setup_expires_at", "setup_used_at" FROM `verification_codes`;--> statement-breakpoint
DROP TABLE `verification_codes`;--> statement-breakpoint
ALTER TABLE `__new_verification_codes` RENAME TO `verification_codes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `verification_codes_open` ON `verification_codes` (`email`,`purpose`,`closed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_setup` ON `verification_codes` (`setup_hash`);