import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { normalizeTexts } from '../../worker/src/platform/db/data-steps/normalize-texts.ts'
import { type Sqld, startSqld } from '../run/sqld.ts'
import { applyMigrations } from './migrate.ts'
import { checkTriggers } from './triggers.ts'

let folder: string
let sqld: Sqld
let client: Client
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-migrate-'))
  sqld = await startSqld(folder)
  client = createClient({ url: sqld.url })
})
afterEach(async () => {
  client.close()
  await sqld.stop()
  rmSync(folder, { recursive: true, force: true })
})

const NAMES = ['Zoe', 'Łódź Consulting', 'ÅSA', 'O’Brien', 'Mu\u0308ller', 'Отчёт', 'émile']
const SORTED = ['ÅSA', 'émile', 'Łódź Consulting', 'Mu\u0308ller', 'O’Brien', 'Zoe', 'Отчёт']
const COMPOSED = SORTED.map((name) => name.normalize('NFC'))
const AT = '2026-01-01T00:00:00.000Z'

/** Stores a firm whose clients, workforms and tags have the names, as a release before folded names did. */
async function storeNames(names: readonly string[]): Promise<void> {
  const rows = JSON.stringify(names)
  await client.batch([
    `INSERT INTO firms (id, name, created_at) VALUES ('f', 'Firm', '${AT}')`,
    `INSERT INTO auth_users (id, email, created_at, updated_at) VALUES ('b', 'b@f.example', '${AT}', '${AT}')`,
    `INSERT INTO profiles (id, role, firm_id, created_at, updated_at)
      VALUES ('b', 'bookkeeper', 'f', '${AT}', '${AT}')`,
    {
      sql: `INSERT INTO book_clients (id, name, email, company, bookkeeper_id, firm_id, created_at, updated_at)
        SELECT 'c' || key, value, key || '@c.example', value, 'b', 'f', '${AT}', '${AT}' FROM json_each(?)`,
      args: [rows],
    },
    {
      sql: `INSERT INTO book_workforms (id, name, description, fields, user_id, firm_id, created_at, updated_at)
        SELECT 'w' || key, value, 'For ' || value, '[]', 'b', 'f', '${AT}', '${AT}' FROM json_each(?)`,
      args: [rows],
    },
    {
      sql: "INSERT INTO tags (id, firm_id, name) SELECT 't' || key, 'f', value FROM json_each(?)",
      args: [rows],
    },
    `INSERT INTO book_form_submissions (id, form_id, client_id, client_email, data, created_at, updated_at)
      SELECT 's' || id, 'w0', id, email, '{}', '${AT}', '${AT}' FROM book_clients`,
  ])
}

const column = async (sql: string): Promise<unknown[]> => (await client.execute(sql)).rows.map((row) => row[0])

it('folds the names that a release before folded names has stored', async () => {
  await applyMigrations(sqld.url, undefined, '0005_limits_without_lockout')
  await storeNames(NAMES)
  await applyMigrations(sqld.url)
  await checkTriggers(sqld.url)
  for (const table of ['book_clients', 'book_workforms', 'tags']) {
    expect(await column(`SELECT name FROM ${table} ORDER BY name_order`), table).toEqual(COMPOSED)
    expect(await column(`SELECT name FROM ${table} WHERE folded_name IS NULL`), table).toEqual(['Zoe'])
    expect(await column(`SELECT name_order FROM ${table} WHERE name = 'O’Brien'`), table).toEqual(["o'brien"])
  }
  expect(await column("SELECT folded_description FROM book_workforms WHERE id = 'w1'")).toEqual(['for lodz consulting'])
  expect(await column("SELECT folded_company FROM book_clients WHERE id = 'c5'")).toEqual(['отчет'])
  expect(await column("SELECT rowid FROM clients_search WHERE clients_search MATCH 'отчет'")).toHaveLength(1)
  expect(
    await column(`SELECT c.name FROM book_form_submissions s JOIN book_clients c ON c.id = s.client_id
      ORDER BY s.client_key`),
  ).toEqual(COMPOSED)
})

it('normalizes the texts and addresses that an earlier release has stored', async () => {
  await applyMigrations(sqld.url, undefined, '0005_limits_without_lockout')
  await storeNames(['A\u200bda\u00a0 Byron', '\u3164', 'Zoe', 'Bob', 'Cy'])
  await client.batch([
    "UPDATE book_clients SET phone = '＋49\u00a089', email = 'x@xn--mnchen-3ya.example' WHERE id = 'c0'",
    `UPDATE book_clients SET email = '''bo@c.example''' WHERE id = 'c1'`,
    `INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) VALUES
      ('o', 'o@xn--mnchen-3ya.example', '${AT}', '${AT}', '${AT}'), ('s', 'o@münchen.example', NULL, '${AT}', '${AT}')`,
    `INSERT INTO mail_switches (address, kind, off_at) VALUES ('x@xn--mnchen-3ya.example', 'follow_up', '${AT}')`,
    "UPDATE book_clients SET email = 'z@münchen.example' WHERE id = 'c2'",
    "UPDATE book_clients SET email = 'z@xn--mnchen-3ya.example' WHERE id = 'c3'",
    "UPDATE book_clients SET email = 'not an address…' WHERE id = 'c4'",
    "UPDATE auth_users SET email = 'b@xn--mnchen-3ya.example' WHERE id = 'b'",
  ])
  await applyMigrations(sqld.url)
  const { rows } = await client.execute('SELECT name, email, phone FROM book_clients ORDER BY id')
  expect(rows.map((row) => [row['name'], row['email'], row['phone']])).toEqual([
    ['Ada Byron', 'x@münchen.example', '+49 89'],
    // With its quotation marks, it can be another mailbox.
    ['\u3164', "'bo@c.example'", null],
    ['Zoe', 'z@münchen.example', null],
    // Two records with one mailbox stay apart.
    ['Bob', 'z@xn--mnchen-3ya.example', null],
    ['Cy', 'not an address…', null],
  ])
  expect(await column('SELECT email FROM auth_users ORDER BY id')).toEqual([
    'b@münchen.example',
    'o@münchen.example',
    'o@münchen.example.s',
  ])
  expect(await column('SELECT address FROM mail_switches')).toEqual(['x@münchen.example'])
})

it('folds more rows than one query reads, and leaves those that change meanwhile', async () => {
  await applyMigrations(sqld.url, undefined, '0005_limits_without_lockout')
  await storeNames(Array.from({ length: 1201 }, (_, i) => `Łódź ${i}`))
  const statements = await normalizeTexts(client)
  await client.execute("UPDATE book_clients SET name = 'Renamed', folded_name = NULL WHERE id = 'c7'")
  await client.migrate([
    'ALTER TABLE book_workforms ADD folded_name text',
    'ALTER TABLE book_workforms ADD folded_description text',
    'ALTER TABLE tags ADD folded_name text',
    ...statements,
  ])
  expect(await column("SELECT count(*) FROM book_clients WHERE folded_name LIKE 'lodz %'")).toEqual([1200])
  expect(await column("SELECT folded_name FROM book_clients WHERE id = 'c7'")).toEqual([null])
  expect(await column("SELECT count(*) FROM tags WHERE folded_name LIKE 'lodz %'")).toEqual([1201])
})

it('changes nothing when a statement fails', async () => {
  await applyMigrations(sqld.url, undefined, '0005_limits_without_lockout')
  await storeNames(NAMES)
  await client.execute('ALTER TABLE tags ADD folded_name text')
  await expect(applyMigrations(sqld.url)).rejects.toThrow(/The migrations failed: .*duplicate column/)
  expect(await column("SELECT 1 FROM pragma_table_xinfo('book_workforms') WHERE name = 'folded_name'")).toEqual([])
  expect(await column('SELECT count(*) FROM __drizzle_migrations')).toEqual([6])
})
