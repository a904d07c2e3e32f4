import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type LiveRemote, renderShell } from './render-shell.ts'
import { SHELL_CHUNKS } from './shell-facts.ts'
import { isCompatible } from '@portal/contract/versions'

const PAGE = '<html><head><title>Portal</title></head><body></body></html>'
const facts = (chunks: Record<string, string[]> = {}) => ({ chunks, early: '/early.js' })
const remote = (name: string, routes: string[], more: Partial<LiveRemote> = {}): LiveRemote => ({
  entry: {
    name,
    version: '1.0.0',
    entry: `/remotes/${name}/1.0.0/mf-manifest.json`,
    routes,
    role: 'bookkeeper',
    nav: null,
    contract: '1.0.0',
    sdk: '1.0.0',
  },
  build: {
    manifest: { name },
    remoteEntry: 'entry.js',
    isModule: false,
    scripts: ['routes.js'],
    styles: ['a.css'],
    integrity: { 'entry.js': 'sha256-x' },
  },
  ...more,
})

it('preloads only the remote whose prefix matches the path', () => {
  const remotes = [remote('mf-a', ['/a']), remote('mf-ab', ['/ab', '/b'])]
  const hinted = (path: string) =>
    [
      ...renderShell(PAGE, remotes, facts(), path).matchAll(/rel="preload" as="script" href="\/remotes\/(mf-\w+)\//g),
    ].map((m) => m[1])
  expect(hinted('/a')).toEqual(['mf-a', 'mf-a'])
  expect(hinted('/a/7/edit')).toEqual(['mf-a', 'mf-a'])
  expect(hinted('/ab')).toEqual(['mf-ab', 'mf-ab'])
  expect(hinted('/b/x')).toEqual(['mf-ab', 'mf-ab'])
  expect(hinted('/abc')).toEqual([])
  expect(hinted('/')).toEqual([])
})

it('preloads the scripts of a remote as modules when they are modules', () => {
  const { entry, build } = remote('mf-a', ['/a'])
  const html = renderShell(PAGE, [{ entry, build: build && { ...build, isModule: true } }], facts(), '/a')
  expect(html).toContain(
    '<link rel="modulepreload" href="/remotes/mf-a/1.0.0/entry.js" fetchpriority="low" integrity="sha256-x"',
  )
  expect(html).not.toContain('as="script"')
})

it('escapes the registry so that it cannot end its script or act as a replacement pattern', () => {
  const malicious = remote('mf-a', ['/a'])
  malicious.entry.nav = { label: '</script><script>alert(1)</script>$&$`', icon: 'users', order: 1 }
  const html = renderShell(PAGE, [malicious], facts(), '/')
  expect(html).not.toContain('<script>alert')
  expect(html.match(/<title>/g)).toHaveLength(1)
  const inline = /id="remotes">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect((JSON.parse(inline) as { remotes: { nav: { label: string } }[] }).remotes[0]?.nav.label).toBe(
    '</script><script>alert(1)</script>$&$`',
  )
})

it('omits the manifest when a build cannot be read', () => {
  const html = renderShell(PAGE, [remote('mf-a', ['/a'], { build: undefined })], facts({ federation: ['/f.js'] }), '/a')
  expect(html).toContain('"manifests":{}')
  expect(html).toContain('href="/f.js"')
  expect(html).not.toContain('entry.js')
})

it('preloads each chunk of the shell that a page needs once', () => {
  const chunks = {
    bookkeeper: ['/b.js', '/shared.js'],
    chat: ['/chat.js', '/shared.js'],
    federation: ['/f.js'],
    client: ['/c.js'],
  }
  const hinted = (path: string) =>
    [
      ...renderShell(PAGE, [remote('mf-a', ['/a'], { build: undefined })], facts(chunks), path).matchAll(
        /href="(\/\w+\.js)"/g,
      ),
    ].map((m) => m[1])
  expect(hinted('/chat')).toEqual(['/b.js', '/shared.js', '/chat.js'])
  expect(hinted('/a/1')).toEqual(['/b.js', '/shared.js', '/f.js'])
  expect(hinted('/unknown')).toEqual([])
})

/** Returns the instructions for the early script of a page. */
const earlyData = (remotes: LiveRemote[], path: string) => {
  const html = renderShell(PAGE, remotes, facts(), path)
  const early = '<script async fetchpriority="high" src="/early.js">'
  const page = new RegExp(`<script type="application/json" id="early">(.*?)</script>${early}`).exec(html)?.[1]
  return page && (JSON.parse(page) as unknown)
}

it('requests the first data of a page before its code is loaded', () => {
  const own = remote('mf-a', ['/a'])
  own.entry.data = { '/a': ['/api/a?of={x}'] }
  expect(earlyData([own], '/a')).toEqual({ role: 'bookkeeper', data: ['/api/a?of={x}'] })
  expect(earlyData([own], '/dashboard')).toMatchObject({ role: 'bookkeeper', data: ['/api/dashboard'] })
  expect([earlyData([own], '/a/b'), earlyData([own], '/'), earlyData([own], '/chat')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  own.entry.refused = 'It needs a newer portal.'
  expect(earlyData([own], '/a')).toBeUndefined()
})

it('contains the heading of exactly the requested page', () => {
  const own = remote('mf-a', ['/a'])
  const heading = { title: 'Hi {name}</script>', width: 'narrow' as const }
  own.entry.headings = { '/a': heading }
  expect(earlyData([own], '/a')).toEqual({ role: 'bookkeeper', data: [], heading })
  expect(earlyData([own], '/client-profile')).toEqual({
    role: 'client',
    data: [],
    heading: { title: 'Profile', subtitle: 'Your account information', width: 'narrow' },
  })
  // Other paths can be unknown pages.
  expect([
    earlyData([own], '/a/b'),
    earlyData([own], '/a/'),
    earlyData([own], '/nowhere'),
    earlyData([own], '/'),
  ]).toEqual([undefined, undefined, undefined, undefined])
  // The preview banner moves the heading.
  own.entry.preview = true
  expect([earlyData([own], '/a'), earlyData([own], '/profile')]).toEqual([undefined, undefined])
})

it('leaves preload links to the early script when there is one, largest files first', () => {
  const own = remote('mf-a', ['/a'])
  own.entry.data = { '/a': ['/api/a'] }
  const page = renderShell(PAGE, [own], facts({ bookkeeper: ['/b.js'] }), '/a')
  const behind = /<template id="behind">(.*?)<\/template>/.exec(page)?.[1] ?? ''
  expect([...behind.matchAll(/href="([^"]+)"/g)].map((m) => m[1]?.split('/').at(-1))).toEqual([
    'routes.js',
    'a.css',
    'b.js',
    'entry.js',
  ])
  expect(page.match(/rel="preload"/g)).toHaveLength(4)
  // Without an early script, the links are inserted directly.
  expect(renderShell(PAGE, [own], { ...facts(), early: '' }, '/a')).not.toContain('<template')
  expect(renderShell(PAGE, [own], facts({ chat: ['/chat.js'] }), '/chat')).toContain(
    '</title><link rel="preload" as="script" href="/chat.js"',
  )
})

it('accepts the same or an older minor version of the same major', () => {
  expect([
    isCompatible('1.0.0', '1.2.0'),
    isCompatible('1.2.9', '1.2.0'),
    isCompatible('1.3.0', '1.2.0'),
    isCompatible('2.0.0', '1.2.0'),
    isCompatible('0.2.0', '1.2.0'),
  ]).toEqual([true, true, false, false, false])
})

it('reserves every page of the shell', () => {
  const folder = fileURLToPath(new URL('../../../shell/src/routes', import.meta.url))
  const routes = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const paths = [...routes.join().matchAll(/\bpath: '(\/[a-z/-]*)'/g)].map((match) => match[1] ?? '')
  expect(paths.length).toBeGreaterThan(8)
  expect(paths.filter((path) => !(path in SHELL_CHUNKS))).toEqual([])
})
