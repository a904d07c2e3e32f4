import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../shell/kit/build/inputs.ts'
import { createRemote } from './create-remote.ts'

const NAME = 'mf-tax-returns'
const EXISTING = 'mf-workforms'
let into = ''
let dir = ''

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  into = mkdtempSync(join(ROOT, '.cache/created-'))
  dir = join(into, NAME)
  createRemote({ name: NAME, label: 'Tax returns', into })
  // The same packages as after an install.
  symlinkSync(join(ROOT, EXISTING, 'node_modules'), join(dir, 'node_modules'))
})
afterAll(() => rmSync(into, { recursive: true }))

const run = (command: string, ...args: string[]): string =>
  execFileSync(join(ROOT, 'node_modules/.bin', command), args, { cwd: dir, encoding: 'utf8' })

it('creates a remote without type errors when only its name is given', () => {
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { noEmit: true, types: ['node'] },
    include: ['src'],
    references: [{ path: join(ROOT, 'worker') }],
  }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
  expect(run('tsc', '-b', '.')).toBe('')
})

it('creates passing tests when a remote is new', () => {
  expect(run('vitest', 'run', '--root', dir, '--environment', 'happy-dom', '--globals')).toContain('1 passed')
})

/** Returns a remote's build configuration as text, without its name, version and routes. */
async function configOf(folder: string, name: string): Promise<string> {
  const file = join(folder, 'rspack.config.ts')
  const { default: configure } = (await import(file)) as { default: (mode: 'production') => unknown }
  return JSON.stringify(configure('production'))
    .replaceAll(folder, 'DIR')
    .replaceAll(name, 'NAME')
    .replaceAll(name.replaceAll('-', '_'), 'NAME')
    .replaceAll(/NAME@[\w.-]+/g, 'NAME@VERSION')
    .replace(/"exposes":\{.*?\},"shared"/, '"shared"')
}

it('creates the build configuration of existing remotes when a remote is new', async () => {
  expect(await configOf(dir, NAME)).toBe(await configOf(join(ROOT, EXISTING), EXISTING))
})

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, Record<string, string>>

it('has the scripts, exports and settings of existing remotes, and none of their other packages', () => {
  const [created, existing] = [manifestOf(dir), manifestOf(join(ROOT, EXISTING))]
  const settings = (manifest: typeof created) =>
    JSON.stringify({ ...manifest, version: '', dependencies: {}, devDependencies: {} })
  expect(settings(created)).toBe(settings(existing).replaceAll(EXISTING, NAME))
  for (const kind of ['dependencies', 'devDependencies'] as const)
    expect(existing[kind]).toMatchObject(created[kind] ?? {})
})

it('creates formatted files when a name is short or long', () => {
  for (const name of ['mf-x', `mf-${'long-'.repeat(7)}name`]) {
    const folder = mkdtempSync(join(tmpdir(), 'created-'))
    createRemote({ name, into: folder })
    run('biome', 'format', `--config-path=${ROOT}`, folder)
    rmSync(folder, { recursive: true })
  }
})
