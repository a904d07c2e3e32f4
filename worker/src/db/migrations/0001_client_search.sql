-- Search in clients by any part of name, e-mail or company: a trigram index over the rows of book_clients.
CREATE VIRTUAL TABLE clients_search USING fts5(name, email, company, content='book_clients', content_rowid='seq', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER clients_search_insert AFTER INSERT ON book_clients BEGIN
  INSERT INTO clients_search(rowid, name, email, company) VALUES (new.seq, new.name, new.email, new.company);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_delete AFTER DELETE ON book_clients BEGIN
  INSERT INTO clients_search(clients_search, rowid, name, email, company) VALUES ('delete', old.seq, old.name, old.email, old.company);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_update AFTER UPDATE OF name, email, company ON book_clients
WHEN old.name <> new.name OR old.email <> new.email OR old.company IS NOT new.company
BEGIN
  INSERT INTO clients_search(clients_search, rowid, name, email, company) VALUES ('delete', old.seq, old.name, old.email, old.company);
  INSERT INTO clients_search(rowid, name, email, company) VALUES (new.seq, new.name, new.email, new.company);
END;
--> statement-breakpoint
-- The audit trail is append-only: an entry is never deleted, and only its seal may be written, once.
CREATE TRIGGER audit_log_keep BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log
WHEN old.hash IS NOT NULL OR new.seq <> old.seq OR new.id <> old.id OR new.firm_id <> old.firm_id OR new.action <> old.action
  OR new.subject_id <> old.subject_id OR new.detail <> old.detail OR new.at <> old.at OR new.actor_id IS NOT old.actor_id
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- Stored versions of a workform never change.
CREATE TRIGGER workform_versions_fixed BEFORE UPDATE ON workform_versions BEGIN
  SELECT RAISE(ABORT, 'a workform version never changes');
END;
