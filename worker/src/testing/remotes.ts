import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FlagDeclaration } from '@portal/contract/flags'
import { onTestFinished } from 'vitest'
import { publishRemote } from '../../../tools/publish/publish.ts'
import { issueToken } from '../../../tools/publish/credentials/remote-token.ts'
import { operatorUrl, portalUrl, unique } from './portal.ts'
import { underTest } from './under-test.ts'

/** Small builds of remotes, published with the code of `pnpm remote`. */

/** Returns the SHA-256 in hex. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** Returns the SHA-256 as the value of an integrity attribute. */
export const integrityOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** A remote with a publishing token. */
export interface Publisher {
  name: string
  token: string
  /** Calls a path of the publishing API with the token. */
  call(method: string, path: string, body?: string): Promise<Response>
}

/** Creates a remote with a token of the given scope. */
export async function newRemote(
  name = unique('mf').toLowerCase(),
  scope: 'preview' | 'publish' = 'publish',
): Promise<Publisher> {
  const token = await issueToken({ url: underTest.databaseUrl }, name, { scope })
  const call = (method: string, path: string, body?: string) =>
    fetch(new URL(`/api/remotes/${name}${path}`, operatorUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
  return { name, token, call }
}

/** Entry script of the builds. */
export const ENTRY = 'remoteEntry.1.js'
/** Returns the files of a build whose entry script contains `text`. */
export const filesOf = (text: string): Record<string, string> => ({
  [ENTRY]: `/* ${text} */`,
  'routes.1.js': 'export {}',
  'a.css': 'p{}',
  'mf-manifest.json': JSON.stringify({
    id: 'x',
    name: 'x',
    metaData: {
      name: 'x',
      globalName: 'x',
      buildInfo: { buildName: 'x', buildVersion: '1.0.0' },
      publicPath: 'auto',
      remoteEntry: { name: ENTRY, path: '', type: 'global' },
      types: { name: '', path: '', zip: '', api: '' },
    },
    remotes: [],
    shared: ['react', '@tanstack/react-router'].map((name) => ({ name, singleton: true, requiredVersion: '*' })),
    exposes: [
      {
        name: 'routes',
        path: './routes',
        assets: { js: { sync: ['routes.1.js'], async: [] }, css: { sync: ['a.css'], async: [] } },
      },
    ],
  }),
})

/** Overrides of a build's metadata. */
export interface BuildOptions {
  version?: string
  contract?: string
  sdk?: string
  routes?: string[]
  nav?: { label: string; icon: string; order: number }
  flags?: Record<string, FlagDeclaration>
  /** What it was built from. */
  source?: { author?: string; commit?: string; branch?: string; message?: string }
}
/** Returns the announcement of a build. */
export const buildOf = ({ name }: Publisher, files: Record<string, string>, given: BuildOptions = {}) => ({
  version: given.version ?? '1.0.0',
  contract: given.contract ?? '1.2.0',
  sdk: given.sdk ?? '1.2.0',
  place: {
    routes: given.routes ?? [`/${name}`],
    role: 'bookkeeper',
    nav: given.nav ?? { label: 'Remote', icon: 'users', order: 1 },
    ...(given.flags && { flags: given.flags }),
  },
  files: Object.entries(files).map(([path, text]) => ({ path, sha256: sha256(text), size: Buffer.byteLength(text) })),
  ...given.source,
})

/** Creates a folder with a build in `dist`, like the bundler's. The end of the test removes it. */
export function folderOf(
  remote: Publisher,
  given: BuildOptions = {},
  files = filesOf(given.version ?? '1.0.0'),
): string {
  const dir = mkdtempSync(join(tmpdir(), 'remote-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'dist'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, 'dist', path), text)
  writeFileSync(join(dir, 'dist/remote.json'), JSON.stringify({ name: remote.name, ...buildOf(remote, files, given) }))
  return dir
}

/** Publishes with the code of `pnpm remote publish`. */
export const publish = (remote: Publisher, given: BuildOptions = {}, files = filesOf(given.version ?? '1.0.0')) =>
  publishRemote({ url: portalUrl, token: remote.token, dir: folderOf(remote, given, files) })

/** Confirms a preview link, as the form of its page does. */
export function confirmLink(link: string | URL, headers: Record<string, string> = {}): Promise<Response> {
  const { pathname, search } = new URL(link, operatorUrl)
  const init = { method: 'POST', redirect: 'manual', headers: { origin: operatorUrl, ...headers } } as const
  return fetch(new URL(pathname + search, portalUrl), init)
}

/** Returns the registry's entry of a remote. */
export const registryEntry = async (name: string, cookie = '') => {
  const answer = await fetch(new URL('/api/remotes', portalUrl), { headers: { cookie } })
  const { remotes } = (await answer.json()) as { remotes: { name: string; version: string }[] }
  return remotes.find((r) => r.name === name)
}
/** Returns the page at a path, requested like a navigation. */
export const pageOf = async (path: string, cookie?: string): Promise<string> =>
  (
    await fetch(new URL(path, portalUrl), {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie ? { cookie } : {}) },
    })
  ).text()
