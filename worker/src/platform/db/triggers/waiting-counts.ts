import { isWaiting } from '../section-phase.ts'

/** Returns a condition: a section waits for a review, and is not archived. */
const isCounted = (row: 'old' | 'new'): string => `(${isWaiting(row)} AND ${row}.hidden_by IS NULL)`

/** Keep the number of sections per bookkeeper that wait for a review. The dashboard shows it. */
export const WAITING_COUNTS_TRIGGERS = [
  `CREATE TRIGGER waiting_counts_added AFTER INSERT ON book_client_workforms WHEN ${isCounted('new')} BEGIN
  INSERT INTO waiting_counts (bookkeeper_id, n) VALUES (new.assigned_by, 1)
    ON CONFLICT (bookkeeper_id) DO UPDATE SET n = n + 1;
END`,
  `CREATE TRIGGER waiting_counts_changed AFTER UPDATE OF status, assigned_by, hidden_by ON book_client_workforms
WHEN ${isCounted('old')} <> ${isCounted('new')}
  OR (${isCounted('new')} AND old.assigned_by <> new.assigned_by) BEGIN
  UPDATE waiting_counts SET n = n - 1 WHERE bookkeeper_id = old.assigned_by AND ${isCounted('old')};
  INSERT INTO waiting_counts (bookkeeper_id, n) SELECT new.assigned_by, 1 WHERE ${isCounted('new')}
    ON CONFLICT (bookkeeper_id) DO UPDATE SET n = n + 1;
END`,
  `CREATE TRIGGER waiting_counts_gone AFTER DELETE ON book_client_workforms WHEN ${isCounted('old')} BEGIN
  UPDATE waiting_counts SET n = n - 1 WHERE bookkeeper_id = old.assigned_by;
END`,
]
