import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../database/migrate.ts'
import { destructiveChanges, isContract, treeMigrations } from './migrations.ts'

it('finds no destructive change in any migration when its first line does not justify it', () => {
  const read = (tag: string) => readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8')
  const wrong = treeMigrations().flatMap(({ tag }, i, all) => {
    const earlier = all.slice(0, i).map((before) => read(before.tag))
    if (isContract(read(tag))) return []
    return destructiveChanges(read(tag), earlier.join('\n')).map((change) => `${tag} ${change}`)
  })
  expect(wrong).toEqual([])
})

it('distinguishes destructive changes when a migration has several statements', () => {
  const statement = '--> statement-breakpoint\n'
  expect(destructiveChanges('CREATE TABLE `a` (`b` text);')).toEqual([])
  expect(destructiveChanges('ALTER TABLE a ADD b text; DROP INDEX x;')).toEqual([])
  expect(destructiveChanges(`CREATE TABLE a (b text);${statement}CREATE UNIQUE INDEX u ON a (b);`)).toEqual([])
  expect(
    destructiveChanges('CREATE TRIGGER t AFTER DELETE ON a BEGIN\n  DELETE FROM b WHERE id = old.id;\nEND;'),
  ).toEqual([])
  expect(destructiveChanges('-- DROP TABLE old\nCREATE TABLE n (x text);')).toEqual([])
  expect(destructiveChanges('CREATE UNIQUE INDEX u ON `a` (`b`);')).toEqual(['narrows a'])
  expect(destructiveChanges('ALTER TABLE a DROP COLUMN b;')).toEqual(['drops a column'])
  expect(destructiveChanges(`ALTER TABLE a RENAME TO b;${statement}DROP TABLE c;`)).toEqual([
    'renames',
    'drops a table',
  ])
  expect(destructiveChanges(`DROP VIEW v;${statement}CREATE VIEW v AS SELECT 1;`)).toEqual([])
  const rebuild = ['CREATE TABLE `__new_a` (x text);', 'DROP TABLE `a`;', 'ALTER TABLE `__new_a` RENAME TO `a`;']
  expect(destructiveChanges(rebuild.join(statement))).toEqual([])
  const index = 'CREATE UNIQUE INDEX u ON `a` (`x`);'
  expect(destructiveChanges([...rebuild, index].join(statement))).toEqual(['narrows a'])
  expect(destructiveChanges([...rebuild, index].join(statement), index)).toEqual([])
  expect(destructiveChanges(`DROP TABLE s;${statement}CREATE VIRTUAL TABLE s USING fts5(a);`)).toEqual([])
  expect(destructiveChanges('DROP VIEW v;')).toEqual(['drops a view'])
  expect(destructiveChanges('DELETE FROM a WHERE b IS NULL;')).toEqual(['deletes rows'])
})
