import { expect, it } from 'vitest'
import { counted, readStatements } from './dump.ts'

/** Returns text as a dump that arrives in pieces of `size` bytes. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it('reads whole statements when a dump arrives in pieces of any size', async () => {
  const statements = [
    "INSERT INTO a VALUES('x;''y');",
    "INSERT INTO a VALUES('-- no comment;\n\"é💥;`--',-1,'--');",
    '-- a comment; it\'s "one"\nCREATE TABLE "b;c" (d text, --- e; text\n f text);',
    "INSERT INTO `b``c` VALUES(-1,X'00ff',1-1);",
    'CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELETE FROM b;\n  DELETE FROM c;\nEND;',
    'CREATE TRIGGER u AFTER INSERT ON a BEGIN\n  DELETE FROM b WHERE CASE WHEN d THEN 1 END;\n  DELETE FROM c;\nEND;',
    '-- the end --',
  ]
  for (const size of [1, 2, 3, 7, 1000]) {
    const read: string[] = []
    for await (const statement of readStatements(inPieces(statements.join('\n'), size))) read.push(statement)
    expect(read).toEqual(statements)
  }
})

it('takes as long for a large row as for small rows of the same total size', async () => {
  const row = (bytes: number): string => `INSERT INTO a VALUES('${"it''s;\n".repeat(bytes / 8)}');\n`
  const duration = async (dump: string): Promise<number> => {
    const started = performance.now()
    for await (const _ of readStatements(inPieces(dump, 16 * 1024)));
    return performance.now() - started
  }
  const fastest = async (dump: string): Promise<number> =>
    Math.min(await duration(dump), await duration(dump), await duration(dump))
  const small = await fastest(row(32 * 1024).repeat(128))
  // Reading the row again with each piece would take about fifty times as long.
  expect(await fastest(row(4 * 1024 * 1024))).toBeLessThan(10 * small)
})

it.each([
  [4_000_000, ['Reading: 50%', 'Reading: 100%']],
  [0, ['Reading: 2 MB', 'Reading: 4 MB']],
])('tells how far it is when the total is %s', async (total, lines) => {
  const told: string[] = []
  const options = { tell: (line: string) => told.push(line), what: 'Reading', total }
  for await (const _ of counted(inPieces('a'.repeat(4_000_000), 2_000_000), options));
  expect(told).toEqual(lines)
})
