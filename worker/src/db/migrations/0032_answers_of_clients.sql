-- What clients answer to requests is recent activity of their bookkeeper, too.
DROP TRIGGER audit_log_activity;
--> statement-breakpoint
CREATE TRIGGER audit_log_activity AFTER INSERT ON audit_log
WHEN new.subject_type IN ('client', 'assignment', 'section', 'workform') OR new.action IN ('account.password_set', 'account.linked',
  'account.offer_declined', 'account.offer_reported', 'account.email_changed', 'account.email_change_refused')
BEGIN
  INSERT INTO activity (bookkeeper_id, seq)
    SELECT x.owner, new.seq FROM (SELECT coalesce(
      (SELECT bookkeeper_id FROM book_clients WHERE id = new.client_id), iif(new.actor_role = 'bookkeeper', new.actor_id, NULL)) AS owner) x
    WHERE x.owner IS NOT NULL;
END;
--> statement-breakpoint
-- Follow-ups start when the client accepts: that makes the agent look again.
CREATE TRIGGER agent_client_linked AFTER INSERT ON book_client_auth BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.client_id;
END;
--> statement-breakpoint
CREATE TRIGGER agent_client_accepted AFTER UPDATE OF password_set, declined_at ON book_client_auth BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = new.client_id;
END;
--> statement-breakpoint
-- What was planned for clients who have not accepted goes.
UPDATE agent_clients SET revision = revision + 1, next_at = ''
WHERE client_id NOT IN (SELECT client_id FROM book_client_auth WHERE password_set = 1);
