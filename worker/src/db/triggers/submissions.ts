/** Copies the bookkeeper of the client into a submission, so that an index can order a bookkeeper's submissions. */
export const SUBMISSIONS_TRIGGERS = [
  `CREATE TRIGGER book_form_submissions_owned AFTER INSERT ON book_form_submissions
WHEN new.bookkeeper_id IS NULL BEGIN
  UPDATE book_form_submissions
    SET bookkeeper_id = (SELECT c.bookkeeper_id FROM book_clients c WHERE c.id = new.client_id) WHERE id = new.id;
END`,
]
