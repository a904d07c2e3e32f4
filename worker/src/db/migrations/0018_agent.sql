CREATE TABLE `agent_assignments` (
	`submission_id` text PRIMARY KEY NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`wishes` text,
	`wishes_source` text,
	`notes_hash` text,
	FOREIGN KEY (`submission_id`) REFERENCES `book_form_submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `agent_clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`mode` text DEFAULT 'on' NOT NULL,
	`resumes` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`next_at` text DEFAULT '',
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "agent_clients_mode" CHECK("mode" IN ('on', 'paused', 'off'))
);
--> statement-breakpoint
CREATE INDEX `agent_clients_next` ON `agent_clients` (`next_at`);--> statement-breakpoint
CREATE TABLE `follow_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`skip` integer DEFAULT false NOT NULL,
	`at` text NOT NULL,
	`about` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`source` text NOT NULL,
	`facts_hash` text NOT NULL,
	`ready` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `book_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follow_ups_state" CHECK("state" IN ('planned', 'held', 'skipped', 'sent'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follow_ups_day` ON `follow_ups` (`client_id`,`day`,`kind`);--> statement-breakpoint
CREATE INDEX `follow_ups_owner` ON `follow_ups` (`bookkeeper_id`,`state`,`day`,`at`,`id`);
--> statement-breakpoint
-- Whatever the plan of a client follows from makes the agent look again; and what it had decided on before no longer holds.
CREATE TRIGGER agent_section_added AFTER INSERT ON book_client_workforms BEGIN
  INSERT INTO agent_clients (client_id) VALUES (new.client_id) ON CONFLICT (client_id) DO UPDATE SET revision = revision + 1, next_at = '';
END;
--> statement-breakpoint
CREATE TRIGGER agent_section_changed AFTER UPDATE OF status, due_date, notes, section_name, rejection_reason, version ON book_client_workforms BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_section_gone AFTER DELETE ON book_client_workforms BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = old.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_changed AFTER UPDATE OF status, name, email ON book_clients BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.id;
END;
--> statement-breakpoint
INSERT INTO agent_clients (client_id) SELECT DISTINCT client_id FROM book_client_workforms;
