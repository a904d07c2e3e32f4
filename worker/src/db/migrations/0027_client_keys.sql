CREATE TABLE `client_keys` (
	`client_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
