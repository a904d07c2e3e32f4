import { isDone, isOpen, isWaiting } from '../section-phase.ts'

/**
 * Keep in each client what the list shows about the client's sections and activity, because it would be slow to compute
 * for all clients of a bookkeeper, and an index has to sort by it.
 */

/** Returns a statement that counts the sections of a client, without those of archived assignments. */
const countSections = (clientId: string): string =>
  `UPDATE book_clients SET (sections, sections_done, sections_waiting, next_due) = (
    SELECT count(*), count(*) FILTER (WHERE ${isDone()}), count(*) FILTER (WHERE ${isWaiting()}),
      min(due_date) FILTER (WHERE ${isOpen()})
    FROM book_client_workforms WHERE client_id = ${clientId} AND hidden_by IS NOT 'assignment')
    WHERE id = ${clientId};`

/** Returns a statement that records activity of a client. A minute is precise enough, and saves writes while typing. */
const recordActivity = (clientId: string, at: string): string =>
  `UPDATE book_clients SET last_activity_at = ${at}
    WHERE id = ${clientId} AND coalesce(last_activity_at, '') < substr(${at}, 1, 16);`

const DRAFT_OF = '(SELECT client_id FROM book_client_workforms WHERE id = new.assignment_id)'

export const CLIENT_OVERVIEW_TRIGGERS = [
  `CREATE TRIGGER client_overview_section_added AFTER INSERT ON book_client_workforms BEGIN
  ${countSections('new.client_id')}
END`,
  `CREATE TRIGGER client_overview_section_changed AFTER UPDATE OF status, due_date ON book_client_workforms
WHEN old.status <> new.status OR old.due_date IS NOT new.due_date BEGIN
  ${countSections('new.client_id')}
END`,
  `CREATE TRIGGER client_overview_section_archived AFTER UPDATE OF hidden_by ON book_client_workforms
WHEN (old.hidden_by IS 'assignment') <> (new.hidden_by IS 'assignment') BEGIN
  ${countSections('new.client_id')}
END`,
  `CREATE TRIGGER client_overview_section_gone AFTER DELETE ON book_client_workforms BEGIN
  ${countSections('old.client_id')}
END`,
  `CREATE TRIGGER client_overview_linked AFTER INSERT ON book_client_auth WHEN new.password_set BEGIN
  UPDATE book_clients SET signed_up = 1 WHERE id = new.client_id;
END`,
  `CREATE TRIGGER client_overview_signed_up AFTER UPDATE OF password_set ON book_client_auth
WHEN old.password_set <> new.password_set BEGIN
  UPDATE book_clients SET signed_up = new.password_set WHERE id = new.client_id;
END`,
  `CREATE TRIGGER client_overview_action AFTER INSERT ON audit_log
WHEN new.actor_role = 'client' AND new.client_id IS NOT NULL BEGIN
  ${recordActivity('new.client_id', 'new.at')}
END`,
  `CREATE TRIGGER client_overview_draft_started AFTER INSERT ON section_drafts BEGIN
  ${recordActivity(DRAFT_OF, 'new.updated_at')}
END`,
  `CREATE TRIGGER client_overview_draft_saved AFTER UPDATE ON section_drafts BEGIN
  ${recordActivity(DRAFT_OF, 'new.updated_at')}
END`,
  `CREATE TRIGGER client_overview_message AFTER INSERT ON chat_messages WHEN new.sender = 'client' BEGIN
  ${recordActivity('(SELECT client_id FROM chat_threads WHERE id = new.thread_id)', 'new.created_at')}
END`,
]
