DROP INDEX `audit_log_client`;--> statement-breakpoint
DROP INDEX `audit_log_actor`;--> statement-breakpoint
DROP INDEX `audit_log_role`;--> statement-breakpoint
DROP INDEX `audit_log_kind`;--> statement-breakpoint
DROP INDEX `audit_log_role_kind`;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `number` integer;--> statement-breakpoint
CREATE INDEX `audit_log_client` ON `audit_log` (`firm_id`,`client_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`firm_id`,`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_role` ON `audit_log` (`firm_id`,`actor_role`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`firm_id`,`subject_type`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_role_kind` ON `audit_log` (`firm_id`,`actor_role`,`subject_type`,`at`);--> statement-breakpoint
DROP TRIGGER audit_log_fixed;--> statement-breakpoint
UPDATE audit_log SET number = x.number
FROM (SELECT a.seq, row_number() OVER (PARTITION BY a.firm_id ORDER BY a.seq) AS number FROM audit_log a) x WHERE x.seq = audit_log.seq;--> statement-breakpoint
-- The audit log is append-only: an entry gets its number, its actor's name and its seal, each once, and never changes otherwise.
CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log
WHEN new.seq <> old.seq OR new.id <> old.id OR new.firm_id <> old.firm_id OR new.actor_id IS NOT old.actor_id OR new.actor_role <> old.actor_role
  OR new.action <> old.action OR new.subject_type <> old.subject_type OR new.subject_id <> old.subject_id OR new.client_id IS NOT old.client_id
  OR new.detail <> old.detail OR new.at <> old.at OR (old.number IS NOT NULL AND new.number IS NOT old.number)
  OR (new.actor_name IS NOT old.actor_name AND (old.actor_name IS NOT NULL OR old.hash IS NOT NULL))
  OR (old.hash IS NOT NULL AND (new.hash IS NOT old.hash OR new.prev_hash IS NOT old.prev_hash))
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
-- Entries are written by the Writer alone, one after the other: the number after the firm's newest is free, and none is left out. The name
-- is how the entry's own firm knew the actor: a client by the firm's record of them, a bookkeeper by their profile.
DROP TRIGGER audit_log_actor;--> statement-breakpoint
CREATE TRIGGER audit_log_complete AFTER INSERT ON audit_log
WHEN new.number IS NULL OR (new.actor_name IS NULL AND new.actor_id IS NOT NULL AND new.hash IS NULL)
BEGIN
  UPDATE audit_log SET
    number = coalesce(new.number, 1 + coalesce(
      (SELECT a.number FROM audit_log a WHERE a.firm_id = new.firm_id AND a.seq < new.seq ORDER BY a.seq DESC LIMIT 1), 0)),
    actor_name = CASE WHEN new.actor_name IS NOT NULL OR new.hash IS NOT NULL THEN new.actor_name
      WHEN new.actor_role = 'client' THEN coalesce(
        (SELECT c.name FROM book_clients c WHERE c.id = new.client_id AND c.firm_id = new.firm_id),
        (SELECT c.name FROM book_client_auth a JOIN book_clients c ON c.id = a.client_id WHERE a.auth_user_id = new.actor_id AND c.firm_id = new.firm_id))
      WHEN new.actor_role = 'bookkeeper' THEN (SELECT coalesce(nullif(p.name, ''), p.email) FROM profiles p WHERE p.id = new.actor_id) END
  WHERE seq = new.seq;
END;
