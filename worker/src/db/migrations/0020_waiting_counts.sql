CREATE TABLE `waiting_counts` (
	`bookkeeper_id` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);

--> statement-breakpoint
INSERT INTO waiting_counts (bookkeeper_id, n) SELECT assigned_by, count(*) FROM book_client_workforms WHERE status = 'completed' GROUP BY assigned_by;
--> statement-breakpoint
-- How many sections wait follows from the sections: kept with each change, whoever makes it.
CREATE TRIGGER waiting_counts_added AFTER INSERT ON book_client_workforms WHEN new.status = 'completed' BEGIN
  INSERT INTO waiting_counts (bookkeeper_id, n) VALUES (new.assigned_by, 1) ON CONFLICT (bookkeeper_id) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER waiting_counts_gone AFTER DELETE ON book_client_workforms WHEN old.status = 'completed' BEGIN
  UPDATE waiting_counts SET n = n - 1 WHERE bookkeeper_id = old.assigned_by;
END;
--> statement-breakpoint
CREATE TRIGGER waiting_counts_changed AFTER UPDATE OF status, assigned_by ON book_client_workforms
WHEN (old.status = 'completed') <> (new.status = 'completed') OR (new.status = 'completed' AND old.assigned_by <> new.assigned_by) BEGIN
  UPDATE waiting_counts SET n = n - 1 WHERE bookkeeper_id = old.assigned_by AND old.status = 'completed';
  INSERT INTO waiting_counts (bookkeeper_id, n) SELECT new.assigned_by, 1 WHERE new.status = 'completed' ON CONFLICT (bookkeeper_id) DO UPDATE SET n = n + 1;
END;
