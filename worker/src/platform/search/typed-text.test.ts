import { expect, it } from 'vitest'
import { productSources } from '../../testing/product-sources.ts'

/** Finds what the lint rule for the boundary of texts (docs/decisions/0060) cannot see. */

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
  productSources.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

it('cuts texts between characters', () => {
  expect(filesWith(CUT)).toEqual([])
})

it('sorts and compares texts folded', () => {
  // An older index, which still keeps tags apart that a running release compares by case only.
  expect(filesWith(COLLATED)).toEqual(['worker/src/platform/db/schema/tags.ts'])
})

it('finds what is cut or compared in another way', () => {
  for (const code of ['name.slice(0, MAX)', 'client_name.substring(0, 20)', '`${all.slice(0, 9).join("")}…`'])
    expect([code, CUT.test(code)]).toEqual([code, true])
  for (const code of ['names.slice(0, MAX)', 'name.slice(0, dot)', 'bytes.slice(0, 40)', '`${hash.slice(0, 8)}-${id}`'])
    expect([code, CUT.test(code)]).toEqual([code, false])
  expect(COLLATED.test('sql`${tags.name} COLLATE NOCASE`')).toBe(true)
})
