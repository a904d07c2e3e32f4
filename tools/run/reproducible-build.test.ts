import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BundleConfig } from '../../shell/kit/build/base.ts'
import { compile } from '../../shell/kit/build/compile.ts'
import { ROOT } from '../../shell/kit/build/inputs.ts'
import { readBuild } from '../publish/build/built-remote.ts'
import { createRemote } from '../publish/create-remote.ts'

const NAME = 'mf-twice'
let into = ''

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  into = mkdtempSync(join(ROOT, '.cache/twice-'))
})
afterAll(() => rmSync(into, { recursive: true }))

/** Creates the same remote in a folder of its own, changes its sources, and returns its folder. */
function remoteIn(folder: string, change: (dir: string) => void = () => undefined): string {
  createRemote({ name: NAME, into: join(into, folder) })
  const dir = join(into, folder, NAME)
  symlinkSync(join(ROOT, 'mf-review/node_modules'), join(dir, 'node_modules'))
  change(dir)
  return dir
}

/** Builds remotes without the results of earlier builds. */
async function build(dirs: readonly string[]) {
  const configs = dirs.map(async (dir): Promise<BundleConfig> => {
    const { default: configure } = (await import(join(dir, 'rspack.config.ts'))) as {
      default: (mode: 'production') => BundleConfig
    }
    return { ...configure('production'), cache: false }
  })
  await compile(await Promise.all(configs))
  return dirs.map(readBuild)
}

it('changes the version of a remote only when its published files or its place change', async () => {
  const page = (dir: string) => join(dir, 'src/page/page.tsx')
  const [first, elsewhere, unused, code, place] = await build([
    remoteIn('first'),
    remoteIn('elsewhere'),
    remoteIn('unused', (dir) => {
      writeFileSync(join(dir, 'src/page/unused.ts'), 'export const unused = 1')
      appendFileSync(page(dir), "\nconst unused = 'text'\nexport type Unused = typeof unused // comment\n")
    }),
    remoteIn('code', (dir) => writeFileSync(page(dir), readFileSync(page(dir), 'utf8').replace('Try it', 'Try'))),
    remoteIn('place', (dir) => {
      const pages = join(dir, 'src/remote/pages.ts')
      writeFileSync(pages, readFileSync(pages, 'utf8').replace('order: 45', 'order: 46'))
    }),
  ])
  expect(elsewhere).toEqual(first)
  expect(unused).toEqual(first)
  expect(new Set([first, code, place].map((each) => each?.version)).size).toBe(3)
})
