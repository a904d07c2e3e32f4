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
CREATE INDEX `email_changes_client` ON `email_changes` (`client_id`,`created_at`);