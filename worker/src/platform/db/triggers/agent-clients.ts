/** Returns a statement that makes the agent plan the follow-ups of a client again. */
const planAgain = (clientId: string): string =>
  `UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id = ${clientId};`

/** Make the agent plan again when something changes on which the follow-ups of a client depend. */
export const AGENT_CLIENTS_TRIGGERS = [
  `CREATE TRIGGER agent_client_linked AFTER INSERT ON book_client_auth BEGIN
  ${planAgain('new.client_id')}
END`,
  `CREATE TRIGGER agent_client_accepted AFTER UPDATE OF password_set, declined_at ON book_client_auth BEGIN
  ${planAgain('new.client_id')}
END`,
  `CREATE TRIGGER agent_client_changed AFTER UPDATE OF status, name, email ON book_clients
WHEN old.status <> new.status OR old.name <> new.name OR old.email <> new.email BEGIN
  ${planAgain('new.id')}
END`,
  // Clients without a time zone of their own have their bookkeeper's.
  `CREATE TRIGGER agent_time_zone_changed AFTER UPDATE OF time_zone ON profiles
WHEN old.time_zone IS NOT new.time_zone BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id IN (
    SELECT c.id FROM book_clients c WHERE c.bookkeeper_id = new.id
    UNION SELECT a.client_id FROM book_client_auth a WHERE a.auth_user_id = new.id);
END`,
  `CREATE TRIGGER agent_section_added AFTER INSERT ON book_client_workforms BEGIN
  INSERT INTO agent_clients (client_id) VALUES (new.client_id)
    ON CONFLICT (client_id) DO UPDATE SET revision = revision + 1, next_at = '';
END`,
  `CREATE TRIGGER agent_section_changed
AFTER UPDATE OF status, due_date, notes, section_name, rejection_reason, version ON book_client_workforms BEGIN
  ${planAgain('new.client_id')}
END`,
  `CREATE TRIGGER agent_section_archived AFTER UPDATE OF hidden_by ON book_client_workforms
WHEN old.hidden_by IS NOT new.hidden_by BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '',
    restored_at = iif(new.hidden_by IS NULL, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), restored_at)
  WHERE client_id = new.client_id;
END`,
  `CREATE TRIGGER agent_client_wrote AFTER UPDATE OF bookkeeper_unread ON chat_threads
WHEN (old.bookkeeper_unread > 0) <> (new.bookkeeper_unread > 0) BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '',
    messages_read_at = iif(new.bookkeeper_unread > 0, messages_read_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  WHERE client_id = new.client_id;
END`,
  `CREATE TRIGGER agent_client_asked AFTER INSERT ON chat_messages WHEN new.awaits_answer = 1 BEGIN
  ${planAgain('(SELECT t.client_id FROM chat_threads t WHERE t.id = new.thread_id)')}
END`,
  // Answering a question is a way to catch up with the client's messages.
  `CREATE TRIGGER agent_client_answered AFTER UPDATE OF awaits_answer ON chat_messages
WHEN old.awaits_answer = 1 AND new.awaits_answer = 0 BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '',
    messages_read_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE client_id = (SELECT t.client_id FROM chat_threads t WHERE t.id = new.thread_id);
END`,
  `CREATE TRIGGER agent_section_gone AFTER DELETE ON book_client_workforms BEGIN
  ${planAgain('old.client_id')}
END`,
]
