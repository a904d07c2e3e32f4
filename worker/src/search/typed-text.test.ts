import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

/** Finds what the lint rule for the boundary of texts (docs/decisions/0060) cannot see. */

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['worker/src', 'worker/contract/src', 'shell/src', 'shell/sdk/src', 'shell/kit/src'].concat(
  ['client-portal', 'clients', 'review', 'workforms'].map((name) => `mf-${name}/src`),
)
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /(?<!\.test)\.tsx?$/.test(name) && !/\/(?:testing|dev)\b/.test(parentPath))
    .map(({ name, parentPath }) => join(parentPath, name)),
)

/** Names of texts. Messages of errors are not typed. */
const TEXT =
  '(?<!error\\.)\\b\\w*(?:[Nn]ame|[Tt]ext|[Mm]essage|[Tt]itle|[Ss]ubject|[Ll]abel|[Rr]eason|[Nn]otes?|[Ee]mail)'
/** A text that is cut at a limit, or anything cut before '…'. */
const CUT = new RegExp(
  `${TEXT}\\.(?:slice|substring)\\(0, (?:[A-Z_]{3,}|\\d{2,})` +
    '|\\.(?:slice|substring)\\([^)\\n]*\\)[^\\n`]{0,24}\\}(?:…|\\.\\.\\.)',
)
const COLLATED = /(?<!\* .*|\/\/ .*)\bCOLLATE\b/

const filesWith = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).map((path) => relative(ROOT, path))

it('cuts texts between characters', () => {
  expect(filesWith(CUT)).toEqual([])
})

it('sorts and compares texts folded', () => {
  // An older index, which still keeps tags apart that a running release compares by case only.
  expect(filesWith(COLLATED)).toEqual(['worker/src/db/schema/tags.ts'])
})

it('finds what is cut or compared in another way', () => {
  for (const code of ['name.slice(0, MAX)', 'client_name.substring(0, 20)', '`${all.slice(0, 9).join("")}…`'])
    expect([code, CUT.test(code)]).toEqual([code, true])
  for (const code of ['names.slice(0, MAX)', 'name.slice(0, dot)', 'bytes.slice(0, 40)', '`${hash.slice(0, 8)}-${id}`'])
    expect([code, CUT.test(code)]).toEqual([code, false])
  expect(COLLATED.test('sql`${tags.name} COLLATE NOCASE`')).toBe(true)
})
