PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_mail_problems` (
	`email` text NOT NULL,
	`firm_id` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`email`, `firm_id`)
);
--> statement-breakpoint
INSERT INTO `__new_mail_problems`("email", "firm_id", "kind", "reason", "at") SELECT "email", '', "kind", "reason", "at" FROM `mail_problems`;--> statement-breakpoint
DROP TABLE `mail_problems`;--> statement-breakpoint
ALTER TABLE `__new_mail_problems` RENAME TO `mail_problems`;--> statement-breakpoint
PRAGMA foreign_keys=ON;