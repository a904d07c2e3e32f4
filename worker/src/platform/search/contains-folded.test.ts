import { DatabaseSync } from 'node:sqlite'
import { containsWords, foldText } from '@portal/contract/search-text'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { containsFolded } from './contains-folded.ts'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE texts (text)')

/** Returns whether SQLite finds a text. */
function isFound(text: string, q: string): boolean {
  database.exec('DELETE FROM texts')
  database.prepare('INSERT INTO texts VALUES (?)').run(text)
  const query = new SQLiteSyncDialect().sqlToQuery(sql`SELECT 1 FROM texts WHERE ${containsFolded(q, sql`text`)}`)
  return database.prepare(query.sql).get(...(query.params as string[])) !== undefined
}

/** Texts, and searches that find them. */
const FOUND: [string, string[]][] = [
  ['O’Brien & Sons', ["o'brien", 'O’BRIEN', 'oʼbrien', 'sons o‘b']],
  ["O'Casey", ['o’casey']],
  ['Müller GmbH', ['muller', 'MÜLLER', 'mu\u0308ller', 'gmbh müll']],
  ['Łódź Straße', ['lodz', 'strasse', 'stras', 'sse', 'STRAẞE', 'ŁÓDŹ']],
  ['Ægir Þór', ['aegir', 'egir', 'thor', 'hor']],
  ['Nguyễn Thị Đào', ['nguyen thi dao', 'NGUYỄN', 'đao']],
  ['İstanbul Işık', ['istanbul', 'isik', 'ışık']],
  ['ΟΔΟΣ Παπαδόπουλος', ['οδος', 'παπαδοπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ']],
  ['Отчёт Андрей', ['отчет', 'ОТЧЁТ', 'андрей']],
  ['Smith‑Jones “Ltd”', ['smith-jones', '"ltd"']],
  ['100% [draft]* a\\b_c', ['100%', '[draft]*', 'a\\b_c']],
]

it.each(FOUND)('finds "%s" as the comparison in JavaScript does', (text, searches) => {
  for (const q of searches) {
    expect(containsWords(text, q), q).toBe(true)
    expect(isFound(text, q), q).toBe(true)
  }
})

it('does not find other texts', () => {
  for (const [text, searches] of FOUND)
    for (const q of searches)
      for (const [other] of FOUND.filter(([o]) => foldText(o) !== foldText(text)))
        expect([other, q, isFound(other, q)]).toEqual([other, q, containsWords(other, q)])
  for (const [text, q] of [
    ['Андреи', 'андрей'],
    ['100 percent', '100%'],
    ['Strase', 'strasse'],
    ['abc', 'a_c'],
    ['d', '[draft]'],
  ] as const)
    expect([text, q, isFound(text, q)]).toEqual([text, q, false])
})

it('takes the longest search', () => {
  for (const letter of ['a', 'e', 'o', 'u', 's', 'α']) {
    expect(isFound(letter.toUpperCase().repeat(200), letter.repeat(200))).toBe(true)
    expect(isFound(`é${letter}`, letter.repeat(200))).toBe(false)
  }
})
