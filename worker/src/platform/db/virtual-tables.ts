/** The virtual tables of the database, by name, which Drizzle cannot describe. `pnpm db:generate` adds missing ones. */
export const VIRTUAL_TABLES: Readonly<Record<string, string>> = {
  // Indexes clients by any part of name, email address, company or phone number, without case and accents. Texts that
  // are not ASCII are indexed as `foldText` returns them, too.
  clients_search: `CREATE VIRTUAL TABLE clients_search USING fts5(
  name, folded_name, email, company, folded_company, phone_digits, content='book_clients', content_rowid='seq',
  tokenize='trigram remove_diacritics 1')`,
}
