import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['shell/src', 'shell/sdk/src', 'shell/kit/src', 'shell/template/src'].concat(
  ['client-portal', 'clients', 'review', 'workforms'].map((name) => `mf-${name}/src`),
)
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ name, parentPath }) => join(parentPath, name)),
)

/** An `import()` outside of a comment or type that is not the argument of the loader. */
const BARE = /(?<!typeof |`[^`\n]*|\b(?:lazyCode|lazyPage|lazyComponent|lazyDialog)\(\s*\(\) =>\s*)\bimport\(/
const REACT_LAZY = /\blazy\(|\blazyRouteComponent\b/

it('loads every part with the one loader, which waits for the connection and says so', () => {
  const found = sources.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return BARE.test(text) || REACT_LAZY.test(text)
  })
  expect(found.map((path) => relative(ROOT, path))).toEqual([])
})

it('finds what is loaded in another way', () => {
  expect(BARE.test("const { a } = await import('./a.ts')")).toBe(true)
  expect(BARE.test("const load = () => import('./a.ts')")).toBe(true)
  expect(BARE.test("type A = typeof import('./a.ts')")).toBe(false)
  expect(BARE.test("const A = lazyDialog(\n  () => import('./a.tsx'),\n  'A',\n)")).toBe(false)
  expect(REACT_LAZY.test("const A = lazy(() => import('./a.tsx'))")).toBe(true)
})
