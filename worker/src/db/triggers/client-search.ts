/** Keep the full-text index of clients. SQLite removes a row from it only when given the indexed values. */

const ADD = `INSERT INTO clients_search(rowid, name, email, company, phone_digits)
    VALUES (new.seq, new.name, new.email, new.company, new.phone_digits);`
const REMOVE = `INSERT INTO clients_search(clients_search, rowid, name, email, company, phone_digits)
    VALUES ('delete', old.seq, old.name, old.email, old.company, old.phone_digits);`

export const CLIENT_SEARCH_TRIGGERS = [
  `CREATE TRIGGER clients_search_insert AFTER INSERT ON book_clients BEGIN
  ${ADD}
END`,
  `CREATE TRIGGER clients_search_update AFTER UPDATE OF name, email, company, phone ON book_clients
WHEN old.name <> new.name OR old.email <> new.email OR old.company IS NOT new.company OR old.phone IS NOT new.phone
BEGIN
  ${REMOVE}
  ${ADD}
END`,
  `CREATE TRIGGER clients_search_delete AFTER DELETE ON book_clients BEGIN
  ${REMOVE}
END`,
]
