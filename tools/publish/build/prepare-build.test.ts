import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withBuild } from '../actions/with-build.ts'
import { readBuild } from './built-remote.ts'
import { prepareBuild } from './prepare-build.ts'

const MANIFEST = {
  id: 'mf_x',
  name: 'mf_x',
  metaData: {
    globalName: 'mf_x',
    publicPath: 'auto',
    buildInfo: { buildVersion: '1.2.0' },
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
  },
  shared: [
    { name: 'react', singleton: true, requiredVersion: '^19.0.0' },
    { name: '@tanstack/react-router', singleton: true },
    { name: '@portal/sdk', singleton: true, requiredVersion: '^1.3.0' },
  ],
  exposes: [{ name: 'routes', path: './routes', assets: { js: { sync: [] }, css: { sync: ['assets/a.css'] } } }],
}
const PLACE = { routes: ['/x'], role: 'bookkeeper', nav: { label: 'X', icon: 'users', order: 90 } }

let team: string
let folders: string[]
beforeEach(() => {
  team = mkdtempSync(join(tmpdir(), 'team-'))
  folders = [team]
})
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function write(files: Record<string, unknown>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(team, path)), { recursive: true })
    writeFileSync(join(team, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}
const writeBuild = (changes: Record<string, unknown> = {}): void =>
  write({
    'remote.json': PLACE,
    'dist/mf-manifest.json': MANIFEST,
    'dist/remoteEntry.js': '1',
    'dist/assets/a.css': 'body{margin:0}',
    ...changes,
  })
const prepare = (options: { contract?: string; sdk?: string; place?: string } = {}) => {
  const dir = prepareBuild({ name: 'mf-x', dist: join(team, 'dist'), ...options })
  folders.push(dir)
  const textOf = (path: string) => readFileSync(join(dir, 'dist', path), 'utf8')
  const build = readBuild(dir)
  const stored = readdirSync(join(dir, 'dist'), { recursive: true, encoding: 'utf8' })
  return { build, stored, textOf, css: textOf('assets/a.css') }
}

it('describes the build with the hash of the limited styles, and leaves the folder of the team as it was', () => {
  writeBuild()
  const { build, css } = prepare()
  expect(css).toMatch(/^@scope \(\[data-remote='mf-x'\]\).*\{\s*body :scope\{margin:0\}\}$/)
  expect(build.files.map(({ path }) => path)).toEqual(['assets/a.css', 'mf-manifest.json', 'remoteEntry.js'])
  expect(build.files[0]?.sha256).toBe(createHash('sha256').update(css).digest('hex'))
  expect(build).toMatchObject({ place: PLACE, sdk: '1.3.0', version: expect.stringMatching(/^1\.2\.0-[0-9a-f]{10}$/) })
  expect(readFileSync(join(team, 'dist/assets/a.css'), 'utf8')).toBe('body{margin:0}')
})

it('replaces the hashes of style sheets in scripts, and those of such scripts', () => {
  const hashOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`
  const chunk = `load("a.css", "${hashOf('body{margin:0}')}")`
  writeBuild({ 'dist/chunk.js': chunk, 'dist/remoteEntry.js': `load("chunk.js", "${hashOf(chunk)}")` })
  const { css, textOf } = prepare()
  expect(textOf('chunk.js')).toBe(`load("a.css", "${hashOf(css)}")`)
  expect(textOf('remoteEntry.js')).toBe(`load("chunk.js", "${hashOf(textOf('chunk.js'))}")`)
})

it('gives equal builds the same version, and others another one', () => {
  writeBuild()
  const { version } = prepare().build
  expect(prepare().build.version).toBe(version)
  writeBuild({ 'dist/remoteEntry.js': '2' })
  expect(prepare().build.version).not.toBe(version)
  writeBuild({ 'remote.json': { ...PLACE, role: 'client' } })
  expect(prepare().build.version).not.toBe(version)
})

it('prefers the given versions and place', () => {
  writeBuild({ 'other.json': { ...PLACE, routes: ['/y'] } })
  const { build } = prepare({ contract: '1.0.1', sdk: '1.1.0', place: join(team, 'other.json') })
  expect(build).toMatchObject({ contract: '1.0.1', sdk: '1.1.0', place: { routes: ['/y'] } })
})

it('publishes the flags of the place, until the last day of one', async () => {
  const flags = { list: { description: 'Shows the new list.', default: false, expires: '2999-12-31' } }
  const publish = () => withBuild('mf-x', { dist: join(team, 'dist') }, async ({ dir }) => readBuild(dir).place.flags)
  writeBuild({ 'remote.json': { ...PLACE, flags } })
  expect(await publish()).toEqual(flags)
  writeBuild({ 'remote.json': { ...PLACE, flags: { ...flags, old: { ...flags.list, expires: '2026-01-31' } } } })
  await expect(publish()).rejects.toThrow('The feature flag old of mf-x expired on 2026-01-31.')
})

it('publishes neither hidden files nor source maps, pages and metadata', () => {
  const unused = ['.vite/manifest.json', 'remoteEntry.js.map', 'index.html', 'mf-stats.json', '@mf-types.zip']
  writeBuild(Object.fromEntries(unused.map((path) => [`dist/${path}`, '{}'])))
  expect(prepare().stored.filter((path) => unused.includes(path))).toEqual([])
})

it.each([
  [
    'the name of the container differs',
    { ...MANIFEST, metaData: { ...MANIFEST.metaData, globalName: 'app' } },
    'mf_x.',
  ],
  ['the manifest names another file', { ...MANIFEST, exposes: [{ ...MANIFEST.exposes[0], name: 'x' }] }, './routes.'],
  ['the manifest is not JSON', '{', 'mf-manifest.json is not valid JSON.'],
])('refuses a build when %s', (_, manifest, message) => {
  writeBuild({ 'dist/mf-manifest.json': manifest })
  expect(() => prepare()).toThrow(message)
})

it.each([
  ['a style sheet imports another', { 'dist/assets/a.css': '@import "b.css"' }, 'assets/a.css imports "b.css".'],
  ['a file name is not allowed', { 'dist/assets/ä.js': '' }, 'The file name assets/ä.js is not allowed.'],
  ['the place is invalid', { 'remote.json': { ...PLACE, role: 'admin' } }, 'remote.json is invalid: role:'],
])('refuses a build when %s', (_, changes, message) => {
  writeBuild(changes)
  expect(() => prepare()).toThrow(message)
})

it('refuses a folder when it, its manifest or the place is missing', () => {
  expect(() => prepare()).toThrow(`There is no folder ${join(team, 'dist')}.`)
  write({ 'dist/remoteEntry.js': '1' })
  expect(() => prepare()).toThrow('There is no mf-manifest.json in')
  write({ 'dist/mf-manifest.json': MANIFEST, 'dist/assets/a.css': '' })
  expect(() => prepare()).toThrow(`There is no ${join(team, 'remote.json')}.`)
})
