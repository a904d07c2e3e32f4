import { DatabaseSync } from 'node:sqlite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../../../../../tools/database/migrate.ts'
import { mailboxOf } from './mailbox.ts'

it.each([
  ['ann@example.com', 'ann@example.com'],
  ['ann+books@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['a.n.n+books@gmail.com', 'ann@gmail.com'],
  ['a.nn@googlemail.com', 'ann@gmail.com'],
  ['ann@ｇmail。com.', 'ann@gmail.com'],
  ['a.nn@gmail.com.example', 'a.nn@gmail.com.example'],
])('mail to %s arrives in the mailbox of %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

it('was applied to the addresses of earlier reports', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE firm_reports (firm_id TEXT, email TEXT, reported_at TEXT, PRIMARY KEY (firm_id, email))')
  const addresses = ['a.nn@gmail.com', 'ann@gmail.com', 'b.ob@googlemail.com', 'c.y@example.com']
  for (const address of addresses) database.prepare("INSERT INTO firm_reports VALUES ('firm', ?, '')").run(address)
  const migration = readMigrationFiles({ migrationsFolder: MIGRATIONS }).flatMap(({ sql }) => sql)
  database.exec(migration.find((statement) => /^\s*UPDATE OR REPLACE `firm_reports`/.test(statement)) ?? '')
  const stored = database.prepare('SELECT email FROM firm_reports ORDER BY email').all()
  expect(stored.map(({ email }) => email)).toEqual([...new Set(addresses.map(mailboxOf))].toSorted())
})
