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
  `CREATE TRIGGER agent_client_changed AFTER UPDATE OF status, name, email ON book_clients BEGIN
  ${planAgain('new.id')}
END`,
  `CREATE TRIGGER agent_section_added AFTER INSERT ON book_client_workforms BEGIN
  INSERT INTO agent_clients (client_id) VALUES (new.client_id)
    ON CONFLICT (client_id) DO UPDATE SET revision = revision + 1, next_at = '';
END`,
  `CREATE TRIGGER agent_section_changed
AFTER UPDATE OF status, due_date, notes, section_name, rejection_reason, version ON book_client_workforms BEGIN
  ${planAgain('new.client_id')}
END`,
  `CREATE TRIGGER agent_section_gone AFTER DELETE ON book_client_workforms BEGIN
  ${planAgain('old.client_id')}
END`,
]
