/** Returns the value by which submissions are sorted by client: clients with the same name stay apart. */
const keyOf = (client: string): string =>
  `coalesce(nullif(${client}.name_order, ''), lower(${client}.email)) || ' ' || ${client}.id`

/** Copy bookkeeper and name of the client into submissions, so that an index can order a bookkeeper's submissions. */
export const SUBMISSIONS_TRIGGERS = [
  `CREATE TRIGGER book_form_submissions_owned AFTER INSERT ON book_form_submissions BEGIN
  UPDATE book_form_submissions SET (bookkeeper_id, client_key) = (
    SELECT iif(c.archived_at IS NULL, c.bookkeeper_id, NULL), ${keyOf('c')}
    FROM book_clients c WHERE c.id = new.client_id) WHERE id = new.id;
END`,
  `CREATE TRIGGER book_form_submissions_renamed AFTER UPDATE OF name, folded_name, email ON book_clients
WHEN old.name_order <> new.name_order OR old.email <> new.email BEGIN
  UPDATE book_form_submissions SET client_key = ${keyOf('new')} WHERE client_id = new.id;
END`,
]
