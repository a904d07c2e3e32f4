/**
 * Hide the submissions and sections of archived clients and assignments: submissions lose the bookkeeper in whose lists
 * they are, sections say what hides them. The triggers for counts and for the agent follow from these changes.
 */

/** Returns an expression: what hides a section. */
const hiddenBy = (submissionArchivedAt: string, clientArchivedAt: string): string =>
  `CASE WHEN ${submissionArchivedAt} IS NOT NULL THEN 'assignment'
    WHEN ${clientArchivedAt} IS NOT NULL THEN 'client' END`

const OF_NEW_CLIENT = 'FROM book_clients c WHERE c.id = new.client_id'

export const ARCHIVED_TRIGGERS = [
  `CREATE TRIGGER archived_client AFTER UPDATE OF archived_at ON book_clients
WHEN (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  UPDATE book_form_submissions SET bookkeeper_id = iif(new.archived_at IS NULL, new.bookkeeper_id, NULL)
    WHERE client_id = new.id AND archived_at IS NULL;
  UPDATE book_client_workforms SET hidden_by = iif(new.archived_at IS NULL, NULL, 'client')
    WHERE client_id = new.id AND hidden_by IS NOT 'assignment';
END`,
  `CREATE TRIGGER archived_assignment AFTER UPDATE OF archived_at ON book_form_submissions
WHEN (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  UPDATE book_form_submissions SET bookkeeper_id = (
    SELECT iif(coalesce(new.archived_at, c.archived_at) IS NULL, c.bookkeeper_id, NULL) ${OF_NEW_CLIENT})
    WHERE id = new.id;
  UPDATE book_client_workforms SET hidden_by = (
    SELECT ${hiddenBy('new.archived_at', 'c.archived_at')} ${OF_NEW_CLIENT}) WHERE submission_id = new.id;
END`,
  `CREATE TRIGGER archived_section_added AFTER INSERT ON book_client_workforms
WHEN (SELECT s.bookkeeper_id FROM book_form_submissions s WHERE s.id = new.submission_id) IS NULL BEGIN
  UPDATE book_client_workforms SET hidden_by = (SELECT ${hiddenBy('s.archived_at', 'c.archived_at')}
    FROM book_form_submissions s JOIN book_clients c ON c.id = s.client_id WHERE s.id = new.submission_id)
    WHERE book_client_workforms.id = new.id;
END`,
]
