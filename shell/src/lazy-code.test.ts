import { expect, it } from 'vitest'
import { sourcesWith } from './testing/product-sources.ts'

/** An `import()` outside of a comment or type that is not the argument of the loader. */
const BARE = /(?<!typeof |`[^`\n]*|\b(?:lazyCode|lazyPage|lazyComponent|lazyDialog)\(\s*\(\) =>\s*)\bimport\(/
const REACT_LAZY = /\blazy\(|\blazyRouteComponent\b/

it('loads every part with the one loader, which waits for the connection and says so', () => {
  expect(sourcesWith((text) => BARE.test(text) || REACT_LAZY.test(text))).toEqual([])
})

it('finds what is loaded in another way', () => {
  expect(BARE.test("const { a } = await import('./a.ts')")).toBe(true)
  expect(BARE.test("const load = () => import('./a.ts')")).toBe(true)
  expect(BARE.test("type A = typeof import('./a.ts')")).toBe(false)
  expect(BARE.test("const A = lazyDialog(\n  () => import('./a.tsx'),\n  'A',\n)")).toBe(false)
  expect(REACT_LAZY.test("const A = lazy(() => import('./a.tsx'))")).toBe(true)
})
