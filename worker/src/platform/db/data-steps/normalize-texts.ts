import type { Client, InStatement, Row } from '@libsql/client'
import { withReadableDomain } from '@portal/contract/canonical-email'
import { cleanLine, cleanPhone, cleanText } from '@portal/contract/text'
import { foldedIfNeeded } from '../../search/fold-text.ts'

/** How the texts of a table are normalized. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  book_clients: { name: cleanLine, company: cleanLine, phone: cleanPhone },
  book_workforms: { name: cleanLine, description: cleanText },
  tags: { name: cleanLine },
  profiles: { name: cleanLine, company: cleanLine },
  firms: { name: cleanLine },
}
/** The texts that lists compare, and that have a folded copy. */
const FOLDED: Readonly<Record<string, readonly string[]>> = {
  book_clients: ['name', 'company'],
  book_workforms: ['name', 'description'],
  tags: ['name'],
}
/** The columns with an address that outlive a sign-in or a mail. */
const ADDRESSES: readonly (readonly [table: string, column: string])[] = [
  ['auth_users', 'email'],
  ['profiles', 'email'],
  ['book_clients', 'email'],
  ['book_client_auth', 'email'],
  ['book_form_submissions', 'client_email'],
  ['book_invitations', 'email'],
  ['email_changes', 'email'],
  ['firm_reports', 'email'],
  ['firms', 'reply_to'],
  ['mail_problems', 'email'],
  ['mail_switches', 'address'],
]
/** Rows that are read at a time, because the database limits the size of its answers. */
const PAGE = 500

/** Returns an expression: the text is not ASCII. */
const isNotAscii = (column: string): string => `length(${column}) <> length(CAST(${column} AS BLOB))`

/** Yields the rows for which a condition is true, page by page. */
async function* rowsOf(
  client: Client,
  table: string,
  columns: readonly string[],
  condition: string,
): AsyncGenerator<Row[]> {
  const sql = `SELECT rowid AS row, ${columns.join(', ')} FROM ${table} WHERE rowid > ? AND (${condition})
    ORDER BY rowid LIMIT ${PAGE}`
  for (let after = 0; ; ) {
    const { rows } = await client.execute({ sql, args: [after] })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = Number(last['row'])
  }
}

const cleaned = (text: unknown, clean: (text: string) => string): string | null =>
  typeof text === 'string' ? clean(text) || text : null

/** Returns a statement that sets the normalized and folded texts of the rows that still have the same texts. */
function updateOf(table: string, texts: (typeof TEXTS)[string], rows: readonly Row[]): InStatement {
  const columns = Object.keys(texts)
  const folded = FOLDED[table] ?? []
  const values = rows.map((row) => {
    const clean = Object.entries(texts).map(([column, normalize]) => [column, cleaned(row[column], normalize)] as const)
    return {
      row: row['row'],
      before: Object.fromEntries(columns.map((column) => [column, row[column]])),
      ...Object.fromEntries(clean),
      ...Object.fromEntries(clean.map(([column, text]) => [`folded_${column}`, foldedIfNeeded(text)])),
    }
  })
  const set = [...columns, ...folded.map((column) => `folded_${column}`)].map((c) => `${c} = n.value ->> '${c}'`)
  const isSame = columns.map((column) => `${table}.${column} IS n.value ->> '$.before.${column}'`).join(' AND ')
  return {
    // Two tags can become equal. Then one of them stays.
    sql: `UPDATE OR IGNORE ${table} SET ${set.join(', ')} FROM json_each(?) n
      WHERE ${table}.rowid = n.value ->> 'row' AND ${isSame}`,
    args: [JSON.stringify(values)],
  }
}

/** An account that nobody has confirmed gives the address up if it is that of a confirmed one. */
const GIVE_UP = `UPDATE auth_users SET email = auth_users.email || '.' || auth_users.id FROM json_each(?) n
  JOIN auth_users owner ON owner.email = n.value ->> 'before' AND owner.email_confirmed_at IS NOT NULL
  WHERE auth_users.email = n.value ->> 'after' AND auth_users.email_confirmed_at IS NULL`

/**
 * Returns statements that write the domain of addresses in its own letters, where they still are as they were read.
 * Nothing else changes, because another local part can be another mailbox. An address that another row has by then
 * stays: its owner has two accounts or records, which only people can join.
 */
function addressUpdates(table: string, column: string, rows: readonly Row[]): InStatement[] {
  const values = rows.flatMap((row) => {
    const before = row[column]
    const after = typeof before === 'string' ? withReadableDomain(before) : before
    return after === before ? [] : [{ row: row['row'], before, after }]
  })
  if (values.length === 0) return []
  const args = [JSON.stringify(values)]
  const sql = `UPDATE OR IGNORE ${table} SET ${column} = n.value ->> 'after' FROM json_each(?) n
    WHERE ${table}.rowid = n.value ->> 'row' AND ${table}.${column} = n.value ->> 'before'`
  return [...(table === 'auth_users' ? [{ sql: GIVE_UP, args }] : []), { sql, args }]
}

/** Writes the normalized and folded form of all texts that are not ASCII, and international domains in one form. */
export async function normalizeTexts(client: Client): Promise<InStatement[]> {
  const statements: InStatement[] = []
  for (const [table, texts] of Object.entries(TEXTS)) {
    const columns = Object.keys(texts)
    const condition = columns.map((column) => `${isNotAscii(column)} OR ${column} LIKE '%  %'`).join(' OR ')
    for await (const rows of rowsOf(client, table, columns, condition)) statements.push(updateOf(table, texts, rows))
  }
  for (const [table, column] of ADDRESSES) {
    // An international domain, in either form.
    const condition = `${isNotAscii(column)} OR ${column} LIKE '%xn--%'`
    for await (const rows of rowsOf(client, table, [column], condition))
      statements.push(...addressUpdates(table, column, rows))
  }
  return statements
}
