import { expect, it } from 'vitest'
import { sourcesWith } from './testing/product-sources.ts'

/** Storage outside of a comment. */
const DIRECT = /^(?!\s*(?:\/?\*|\/\/)).*\b(?:localStorage|sessionStorage|atomWithStorage)\b/m

it('uses storage through the SDK, because a browser may refuse it', () => {
  expect(sourcesWith((text) => DIRECT.test(text))).toEqual(['shell/sdk/src/browser-store.ts'])
})

it('finds direct use', () => {
  expect(DIRECT.test("  const draft = localStorage.getItem('a')")).toBe(true)
  expect(DIRECT.test('  window.sessionStorage.clear()')).toBe(true)
  expect(DIRECT.test('  /** As in `localStorage`. */')).toBe(false)
})
