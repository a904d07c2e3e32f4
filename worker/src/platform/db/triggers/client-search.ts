/** Keep the full-text index of clients. SQLite removes a row from it only when given the indexed values. */

const COLUMNS = ['name', 'folded_name', 'email', 'company', 'folded_company', 'phone_digits']
/** Columns whose change updates the index. */
const SOURCES = ['name', 'folded_name', 'email', 'company', 'folded_company', 'phone']

const valuesOf = (row: 'new' | 'old'): string => COLUMNS.map((column) => `${row}.${column}`).join(', ')

const ADD = `INSERT INTO clients_search(rowid, ${COLUMNS.join(', ')})
    VALUES (new.seq,
      ${valuesOf('new')});`
const REMOVE = `INSERT INTO clients_search(clients_search, rowid, ${COLUMNS.join(', ')})
    VALUES ('delete', old.seq,
      ${valuesOf('old')});`

export const CLIENT_SEARCH_TRIGGERS = [
  `CREATE TRIGGER clients_search_insert AFTER INSERT ON book_clients BEGIN
  ${ADD}
END`,
  `CREATE TRIGGER clients_search_update AFTER UPDATE OF
  ${SOURCES.join(', ')} ON book_clients
WHEN ${SOURCES.map((column) => `old.${column} IS NOT new.${column}`).join('\n  OR ')}
BEGIN
  ${REMOVE}
  ${ADD}
END`,
  `CREATE TRIGGER clients_search_delete AFTER DELETE ON book_clients BEGIN
  ${REMOVE}
END`,
]
