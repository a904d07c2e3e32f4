import type { Client, InStatement, Row } from '@libsql/client'
import { canonicalEmail } from '@portal/contract/canonical-email'
import { isEmail } from '@portal/contract/emails'
import { cleanLine, cleanPhone, cleanText } from '@portal/contract/text'
import { foldedIfNeeded } from '../../search/fold-text.ts'

/** How the texts of a table are normalized. Tags stay, because two could become equal. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  book_clients: { name: cleanLine, company: cleanLine, phone: cleanPhone },
  book_workforms: { name: cleanLine, description: cleanText },
  tags: { name: String },
  profiles: { name: cleanLine, company: cleanLine },
  firms: { name: cleanLine },
}
/** The texts that lists compare, and that have a folded copy. */
const FOLDED: Readonly<Record<string, readonly string[]>> = {
  book_clients: ['name', 'company'],
  book_workforms: ['name', 'description'],
  tags: ['name'],
}
/** Tables with an email address. */
const ADDRESSES = ['auth_users', 'profiles', 'book_clients', 'book_client_auth']
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
  const sql = `SELECT id, ${columns.join(', ')} FROM ${table} WHERE id > ? AND (${condition}) ORDER BY id LIMIT ${PAGE}`
  for (let after = ''; ; ) {
    const { rows } = await client.execute({ sql, args: [after] })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last['id'] as string
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
      id: row['id'],
      before: Object.fromEntries(columns.map((column) => [column, row[column]])),
      ...Object.fromEntries(clean),
      ...Object.fromEntries(clean.map(([column, text]) => [`folded_${column}`, foldedIfNeeded(text)])),
    }
  })
  const set = [...columns, ...folded.map((column) => `folded_${column}`)].map((c) => `${c} = n.value ->> '${c}'`)
  const isSame = columns.map((column) => `${table}.${column} IS n.value ->> '$.before.${column}'`).join(' AND ')
  return {
    sql: `UPDATE ${table} SET ${set.join(', ')} FROM json_each(?) n WHERE ${table}.id = n.value ->> 'id' AND ${isSame}`,
    args: [JSON.stringify(values)],
  }
}

/**
 * Returns a statement that writes addresses in canonical form, where they still are as they were read. An address that
 * another row has by then stays: its owner has two accounts or records, which only people can join.
 */
function addressUpdateOf(table: string, rows: readonly Row[]): InStatement[] {
  const values = rows.flatMap(({ id, email }) => {
    const canonical = typeof email === 'string' ? canonicalEmail(email) : ''
    return canonical !== email && isEmail(canonical) ? [{ id, before: email, email: canonical }] : []
  })
  if (values.length === 0) return []
  const sql = `UPDATE OR IGNORE ${table} SET email = n.value ->> 'email' FROM json_each(?) n
    WHERE ${table}.id = n.value ->> 'id' AND ${table}.email = n.value ->> 'before'`
  return [{ sql, args: [JSON.stringify(values)] }]
}

/** Addresses that may not be canonical: not ASCII, an international domain in ASCII, or with something around them. */
const ODD_ADDRESS = `${isNotAscii('email')} OR email LIKE '%xn--%'
  OR email GLOB '[^a-z0-9]*' OR email GLOB '*[^a-z0-9]'`

/** Writes the normalized and folded form of all texts that are not ASCII, and the canonical form of addresses. */
export async function normalizeTexts(client: Client): Promise<InStatement[]> {
  const statements: InStatement[] = []
  for (const [table, texts] of Object.entries(TEXTS)) {
    const columns = Object.keys(texts)
    const condition = columns.map(isNotAscii).join(' OR ')
    for await (const rows of rowsOf(client, table, columns, condition)) statements.push(updateOf(table, texts, rows))
  }
  for (const table of ADDRESSES)
    for await (const rows of rowsOf(client, table, ['email'], ODD_ADDRESS))
      statements.push(...addressUpdateOf(table, rows))
  return statements
}
