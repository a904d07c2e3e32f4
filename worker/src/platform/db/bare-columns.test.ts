import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { ambiguousColumns, literalsOf } from '../../testing/sql-scopes.ts'
import * as schema from './schema/index.ts'

const columns = new Map([
  ...Object.values(schema).flatMap((table): [string, Set<string>][] => {
    if (!is(table, SQLiteTable)) return []
    const config = getTableConfig(table)
    return [[config.name, new Set(config.columns.map((c) => c.name))]]
  }),
  // Without `key` and `value`, which always mean the innermost json_each.
  ['json_each', new Set(['type', 'atom', 'id', 'parent', 'path'])],
])

it('finds an ambiguous column in a subquery', () => {
  const digests = (address: string) =>
    `SELECT address FROM mail_digests WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM mail_switches off
      WHERE off.address = lower(${address}))`
  expect(ambiguousColumns(digests('address'), columns)).toEqual(['address'])
  expect(ambiguousColumns(digests('mail_digests.address'), columns)).toEqual([])
  // A subquery in FROM sees no other tables.
  expect(
    ambiguousColumns('SELECT f.id FROM files f JOIN (SELECT id FROM firms) x ON x.id = f.firm_id', columns),
  ).toEqual([])
  expect(literalsOf("const a = `x ${b('`') ? `y ${'z'}` : 1} w` // `no`")).toEqual(['`', 'z', 'y ?', 'x ? w'])
})

it('qualifies every column that a subquery could resolve in two tables', () => {
  const root = join(import.meta.dirname, '../../../..')
  const found = globSync(['worker/src/**/*.ts', 'tools/**/*.ts'], { cwd: root })
    .filter((path) => !/\.test\.ts$|\/(?:testing|node_modules)\//.test(path))
    .flatMap((path) => {
      const literals = literalsOf(readFileSync(join(root, path), 'utf8'))
      return literals.flatMap((text) =>
        ambiguousColumns(text, columns).map((column) => `${path}: ${column} in ${text}`),
      )
    })
  expect(found).toEqual([])
})
