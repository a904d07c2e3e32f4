CREATE TABLE `client_counts` (
	`bookkeeper_id` text NOT NULL,
	`status` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`bookkeeper_id`, `status`)
);
--> statement-breakpoint
CREATE INDEX `audit_log_role_kind` ON `audit_log` (`firm_id`,`actor_role`,`subject_type`,`seq`);--> statement-breakpoint
CREATE INDEX `book_client_notifications_latest` ON `book_client_notifications` (`client_id`,`recipient_type`,`created_at`,`id`);--> statement-breakpoint
INSERT INTO client_counts (bookkeeper_id, status, n) SELECT bookkeeper_id, status, count(*) FROM book_clients GROUP BY bookkeeper_id, status;
--> statement-breakpoint
-- How many clients there are follows from the clients: kept with each change, whoever makes it.
CREATE TRIGGER client_counts_added AFTER INSERT ON book_clients BEGIN
  INSERT INTO client_counts (bookkeeper_id, status, n) VALUES (new.bookkeeper_id, new.status, 1) ON CONFLICT (bookkeeper_id, status) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER client_counts_gone AFTER DELETE ON book_clients BEGIN
  UPDATE client_counts SET n = n - 1 WHERE bookkeeper_id = old.bookkeeper_id AND status = old.status;
END;
--> statement-breakpoint
CREATE TRIGGER client_counts_moved AFTER UPDATE OF status, bookkeeper_id ON book_clients
WHEN old.status <> new.status OR old.bookkeeper_id <> new.bookkeeper_id BEGIN
  UPDATE client_counts SET n = n - 1 WHERE bookkeeper_id = old.bookkeeper_id AND status = old.status;
  INSERT INTO client_counts (bookkeeper_id, status, n) VALUES (new.bookkeeper_id, new.status, 1) ON CONFLICT (bookkeeper_id, status) DO UPDATE SET n = n + 1;
END;
