CREATE TABLE `firm_reports` (
	`firm_id` text NOT NULL,
	`email` text NOT NULL,
	`reported_at` text NOT NULL,
	PRIMARY KEY(`firm_id`, `email`),
	FOREIGN KEY (`firm_id`) REFERENCES `firms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `audit_log` ADD `actor_name` text;--> statement-breakpoint
ALTER TABLE `book_client_auth` ADD `declined_at` text;--> statement-breakpoint
-- What bookkeepers type about a person stays in their own records: it greets nobody in mails about their account.
UPDATE profiles SET name = '', phone = NULL, company = NULL WHERE role = 'client';
--> statement-breakpoint
-- A client lands on the record used last.
UPDATE profiles SET chosen_client_id = (SELECT s.client_id FROM sessions s WHERE s.user_id = profiles.id AND s.client_id IS NOT NULL
  ORDER BY s.last_used_at DESC LIMIT 1) WHERE role = 'client' AND chosen_client_id IS NULL;
--> statement-breakpoint
-- An entry keeps how its own firm knew the actor: a client by the firm's record of them, a bookkeeper by their profile.
CREATE TRIGGER audit_log_actor AFTER INSERT ON audit_log WHEN new.actor_name IS NULL AND new.actor_id IS NOT NULL
BEGIN
  UPDATE audit_log SET actor_name = CASE new.actor_role
    WHEN 'client' THEN coalesce(
      (SELECT c.name FROM book_clients c WHERE c.id = new.client_id AND c.firm_id = new.firm_id),
      (SELECT c.name FROM book_client_auth a JOIN book_clients c ON c.id = a.client_id WHERE a.auth_user_id = new.actor_id AND c.firm_id = new.firm_id))
    WHEN 'bookkeeper' THEN (SELECT coalesce(nullif(p.name, ''), p.email) FROM profiles p WHERE p.id = new.actor_id)
  END WHERE seq = new.seq;
END;
