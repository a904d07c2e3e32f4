/**
 * Keep the number of clients per bookkeeper and status, which would be slow to count for each list. Archived clients do
 * not count.
 */

const INCREMENT = `INSERT INTO client_counts (bookkeeper_id, status, n)
    SELECT new.bookkeeper_id, new.status, 1 WHERE new.archived_at IS NULL
    ON CONFLICT (bookkeeper_id, status) DO UPDATE SET n = n + 1;`
const DECREMENT = `UPDATE client_counts SET n = n - 1
    WHERE bookkeeper_id = old.bookkeeper_id AND status = old.status AND old.archived_at IS NULL;`

export const CLIENT_COUNTS_TRIGGERS = [
  `CREATE TRIGGER client_counts_added AFTER INSERT ON book_clients BEGIN
  ${INCREMENT}
END`,
  `CREATE TRIGGER client_counts_moved AFTER UPDATE OF status, bookkeeper_id, archived_at ON book_clients
WHEN old.status <> new.status OR old.bookkeeper_id <> new.bookkeeper_id
  OR (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  ${DECREMENT}
  ${INCREMENT}
END`,
  `CREATE TRIGGER client_counts_gone AFTER DELETE ON book_clients BEGIN
  ${DECREMENT}
END`,
]
