import type { Client, InStatement, Row } from '@libsql/client'
import { foldedIfNeeded } from '../../search/fold-text.ts'

/** Tables with texts that people type and lists compare, and the columns of these texts. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  book_clients: ['name', 'company'],
  book_workforms: ['name', 'description'],
  tags: ['name'],
}
/** Rows that are read at a time, because the database limits the size of its answers. */
const PAGE = 500

/** Returns an expression: the text is not ASCII. */
const isNotAscii = (column: string): string => `length(${column}) <> length(CAST(${column} AS BLOB))`

/** Yields the rows with a text that is not ASCII, page by page. */
async function* rowsOf(client: Client, table: string, texts: readonly string[]): AsyncGenerator<Row[]> {
  const isSelected = texts.map(isNotAscii).join(' OR ')
  const sql = `SELECT id, ${texts.join(', ')} FROM ${table} WHERE id > ? AND (${isSelected}) ORDER BY id LIMIT ${PAGE}`
  for (let after = ''; ; ) {
    const { rows } = await client.execute({ sql, args: [after] })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last['id'] as string
  }
}

/** Returns a statement that sets the folded texts of the rows that still have the same texts. */
function updateOf(table: string, texts: readonly string[], rows: readonly Row[]): InStatement {
  const values = rows.map((row) => ({
    id: row['id'],
    ...Object.fromEntries(texts.map((text) => [text, row[text]])),
    ...Object.fromEntries(texts.map((text) => [`folded_${text}`, foldedIfNeeded(row[text] as string | null)])),
  }))
  const set = texts.map((text) => `folded_${text} = n.value ->> 'folded_${text}'`).join(', ')
  const isSame = texts.map((text) => `${table}.${text} IS n.value ->> '${text}'`).join(' AND ')
  return {
    sql: `UPDATE ${table} SET ${set} FROM json_each(?) n WHERE ${table}.id = n.value ->> 'id' AND ${isSame}`,
    args: [JSON.stringify(values)],
  }
}

/** Writes the folded form of all texts that are not ASCII. */
export async function foldTexts(client: Client): Promise<InStatement[]> {
  const statements: InStatement[] = []
  for (const [table, texts] of Object.entries(TABLES))
    for await (const rows of rowsOf(client, table, texts)) statements.push(updateOf(table, texts, rows))
  return statements
}
