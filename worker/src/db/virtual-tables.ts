/** The virtual tables of the database, by name, which Drizzle cannot describe. `pnpm db:generate` adds missing ones. */
export const VIRTUAL_TABLES: Readonly<Record<string, string>> = {
  // Indexes clients by any part of name, email address, company or phone number, without case and accents.
  clients_search: `CREATE VIRTUAL TABLE clients_search USING fts5(
  name, email, company, phone_digits, content='book_clients', content_rowid='seq',
  tokenize='trigram remove_diacritics 1')`,
}
