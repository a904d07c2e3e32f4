import { expect, it } from 'vitest'
import { type LiveRemote, renderShell } from './render-shell.ts'
import { isCompatible } from '@portal/contract/versions'

const PAGE = '<html><head><title>Portal</title></head><body></body></html>'
const shell = (chunks: Record<string, string[]> = {}) => ({ chunks, pages: { '/chat': ['bookkeeper', 'chat'] } })
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
    preload: { '/a': ['a.js'] },
    integrity: { 'entry.js': 'sha256-x' },
  },
  ...more,
})

it('preloads only the remote whose prefix matches the path', () => {
  const remotes = [remote('mf-a', ['/a']), remote('mf-ab', ['/ab', '/b'])]
  const hinted = (path: string) =>
    [
      ...renderShell(PAGE, remotes, shell(), path).matchAll(/rel="preload" as="script" href="\/remotes\/(mf-\w+)\//g),
    ].map((m) => m[1])
  expect(hinted('/a')).toEqual(['mf-a', 'mf-a', 'mf-a'])
  expect(hinted('/a/7/edit')).toEqual(['mf-a', 'mf-a'])
  expect(hinted('/ab')).toEqual(['mf-ab', 'mf-ab'])
  expect(hinted('/b/x')).toEqual(['mf-ab', 'mf-ab'])
  expect(hinted('/abc')).toEqual([])
  expect(hinted('/')).toEqual([])
})

it('preloads the scripts of a remote as modules when they are modules', () => {
  const { entry, build } = remote('mf-a', ['/a'])
  const html = renderShell(PAGE, [{ entry, build: build && { ...build, isModule: true } }], shell(), '/a')
  expect(html).toContain(
    '<link rel="modulepreload" href="/remotes/mf-a/1.0.0/entry.js" fetchpriority="low" integrity="sha256-x"',
  )
  expect(html).not.toContain('as="script"')
})

it('escapes the registry so that it cannot end its script or act as a replacement pattern', () => {
  const malicious = remote('mf-a', ['/a'])
  malicious.entry.nav = { label: '</script><script>alert(1)</script>$&$`', icon: 'users', order: 1 }
  const html = renderShell(PAGE, [malicious], shell(), '/')
  expect(html).not.toContain('<script>alert')
  expect(html.match(/<title>/g)).toHaveLength(1)
  const inline = /id="remotes">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect((JSON.parse(inline) as { remotes: { nav: { label: string } }[] }).remotes[0]?.nav.label).toBe(
    '</script><script>alert(1)</script>$&$`',
  )
})

it('omits the manifest when a build cannot be read', () => {
  const html = renderShell(PAGE, [remote('mf-a', ['/a'], { build: undefined })], shell({ federation: ['/f.js'] }), '/a')
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
      ...renderShell(PAGE, [remote('mf-a', ['/a'], { build: undefined })], shell(chunks), path).matchAll(
        /href="(\/\w+\.js)"/g,
      ),
    ].map((m) => m[1])
  expect(hinted('/chat')).toEqual(['/b.js', '/shared.js', '/chat.js'])
  expect(hinted('/a/1')).toEqual(['/b.js', '/shared.js', '/f.js'])
  expect(hinted('/unknown')).toEqual([])
})

it('preloads the scripts of the requested page, in the order of their use', () => {
  const hinted = (path: string) =>
    [
      ...renderShell(PAGE, [remote('mf-a', ['/a'])], shell({ bookkeeper: ['/b.js'] }), path).matchAll(
        /href="([^"]+)"/g,
      ),
    ].map(([, href]) => href?.split('/').at(-1))
  expect(hinted('/a')).toEqual(['b.js', 'entry.js', 'routes.js', 'a.css', 'a.js'])
  expect(hinted('/a/7')).toEqual(['b.js', 'entry.js', 'routes.js', 'a.css'])
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
