import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../migrate.ts'
import { isMarked, takesAway, treeMigrations } from './migrations.ts'

it('every migration only adds, or says in its first line why nobody needs what it takes away', () => {
  const wrong = treeMigrations().flatMap(({ tag }) => {
    const sql = readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8')
    return isMarked(sql) ? [] : takesAway(sql).map((what) => `${tag} ${what}`)
  })
  expect(wrong).toEqual([])
})

it('tells what takes away from what adds', () => {
  const statement = '--> statement-breakpoint\n'
  expect(takesAway('CREATE TABLE `a` (`b` text);')).toEqual([])
  expect(takesAway('ALTER TABLE a ADD b text; DROP INDEX x;')).toEqual([])
  expect(takesAway(`CREATE TABLE a (b text);${statement}CREATE UNIQUE INDEX u ON a (b);`)).toEqual([])
  expect(takesAway('CREATE TRIGGER t AFTER DELETE ON a BEGIN\n  DELETE FROM b WHERE id = old.id;\nEND;')).toEqual([])
  expect(takesAway('-- DROP TABLE old\nCREATE TABLE n (x text);')).toEqual([])
  expect(takesAway('CREATE UNIQUE INDEX u ON `a` (`b`);')).toEqual(['narrows a'])
  expect(takesAway('ALTER TABLE a DROP COLUMN b;')).toEqual(['drops a column'])
  expect(takesAway(`ALTER TABLE a RENAME TO b;${statement}DROP TABLE c;`)).toEqual(['renames', 'drops a table'])
  expect(takesAway(`DROP VIEW v;${statement}CREATE VIEW v AS SELECT 1;`)).toEqual([])
  const rebuild = ['CREATE TABLE `__new_a` (x text);', 'DROP TABLE `a`;', 'ALTER TABLE `__new_a` RENAME TO `a`;']
  expect(takesAway(rebuild.join(statement))).toEqual([])
  expect(takesAway('DROP VIEW v;')).toEqual(['drops a view'])
  expect(takesAway('DELETE FROM a WHERE b IS NULL;')).toEqual(['deletes rows'])
})
