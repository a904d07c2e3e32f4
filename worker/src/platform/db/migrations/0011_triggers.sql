DROP TRIGGER agent_client_changed;
--> statement-breakpoint
CREATE TRIGGER agent_client_changed AFTER UPDATE OF status, name, email ON book_clients
WHEN old.status <> new.status OR old.name <> new.name OR old.email <> new.email BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.id;
END;
