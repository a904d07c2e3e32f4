/** Keep the audit log append-only, and number its entries. A missing value of an entry can be filled in once. */
export const AUDIT_LOG_TRIGGERS = [
  `CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log
WHEN new.seq <> old.seq OR new.id <> old.id OR new.firm_id <> old.firm_id OR new.actor_id IS NOT old.actor_id
  OR new.actor_role <> old.actor_role OR new.action <> old.action OR new.subject_type <> old.subject_type
  OR new.subject_id <> old.subject_id OR new.client_id IS NOT old.client_id OR new.detail <> old.detail
  OR new.at <> old.at OR (old.number IS NOT NULL AND new.number IS NOT old.number)
  OR (new.actor_name IS NOT old.actor_name AND (old.actor_name IS NOT NULL OR old.hash IS NOT NULL))
  OR (old.hash IS NOT NULL AND (new.hash IS NOT old.hash OR new.prev_hash IS NOT old.prev_hash))
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END`,
  `CREATE TRIGGER audit_log_keep BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END`,
  `CREATE TRIGGER audit_log_complete AFTER INSERT ON audit_log
WHEN new.number IS NULL OR (new.actor_name IS NULL AND new.actor_id IS NOT NULL AND new.hash IS NULL)
BEGIN
  UPDATE audit_log SET
    number = coalesce(new.number, 1 + coalesce(
      (SELECT a.number FROM audit_log a WHERE a.firm_id = new.firm_id AND a.seq < new.seq
        ORDER BY a.seq DESC LIMIT 1), 0)),
    actor_name = CASE WHEN new.actor_name IS NOT NULL OR new.hash IS NOT NULL THEN new.actor_name
      WHEN new.actor_role = 'client' THEN coalesce(
        (SELECT c.name FROM book_clients c WHERE c.id = new.client_id AND c.firm_id = new.firm_id),
        (SELECT c.name FROM book_client_auth a JOIN book_clients c ON c.id = a.client_id
          WHERE a.auth_user_id = new.actor_id AND c.firm_id = new.firm_id))
      WHEN new.actor_role = 'bookkeeper' THEN
        (SELECT coalesce(nullif(p.name, ''), p.email) FROM profiles p WHERE p.id = new.actor_id) END
  WHERE seq = new.seq;
END`,
]
