import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { previewRemote, publishGradually, publishRemote } from '../../tools/publish/publish.ts'
import { readBuild } from '../../tools/publish/build/built-remote.ts'
import type { Portal } from './portal.ts'

/** Publishes modified builds of remotes. */

const root = join(import.meta.dirname, '../..')
const integrity = (content: string): string => `sha256-${createHash('sha256').update(content).digest('base64')}`
const identifier = (text: string): string => text.replaceAll(/[^A-Za-z0-9_]/g, '_')

/** Changes a script or style sheet of a build. */
type Edit = (text: string, path: string) => string
/** What a variant claims about itself, where it differs from the build. */
type Place = { replaceable?: boolean }

/** Copies the build of a remote with another version and changed scripts and styles. @returns its folder */
function createVariant(name: string, version: string, edit: Edit, place: Place = {}): string {
  const dist = join(root, name, 'dist')
  const build = readBuild(join(root, name))
  // Latin-1 preserves the bytes of binary files, such as fonts.
  const encoding = (path: string): BufferEncoding => (/\.(?:js|css|map|json)$/.test(path) ? 'utf8' : 'latin1')
  const before = new Map(build.files.map(({ path }) => [path, readFileSync(join(dist, path), encoding(path))]))
  // The chunk loader is named after the sources of a build, so that two versions can run in a tab.
  const loader = new RegExp(`${name}@([\\w.-]+)`)
  const [, sources = ''] = [...before.values()].flatMap((text) => loader.exec(text) ?? [])
  const renamed = (text: string) =>
    text.replaceAll(sources, version).replaceAll(identifier(sources), identifier(version))
  const after = new Map(
    [...before].map(([path, text]) => [path, /\.(?:js|css)$/.test(path) ? edit(renamed(text), path) : text]),
  )
  // The entry script contains the integrity hashes of the other files.
  const entry = [...after.keys()].find((path) => path.startsWith('remoteEntry')) ?? ''
  let script = after.get(entry) ?? ''
  for (const [path, text] of before) script = script.replaceAll(integrity(text), integrity(after.get(path) ?? ''))
  after.set(entry, script)
  const dir = mkdtempSync(join(tmpdir(), 'variant-'))
  const files = [...after].map(([path, text]) => {
    const bytes = Buffer.from(text, encoding(path))
    mkdirSync(dirname(join(dir, 'dist', path)), { recursive: true })
    writeFileSync(join(dir, 'dist', path), bytes)
    return { path, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
  })
  writeFileSync(
    join(dir, 'dist/remote.json'),
    JSON.stringify({ ...build, version, files, place: { ...build.place, ...place } }),
  )
  return dir
}

export async function publishVariant(
  portal: Pick<Portal, 'url' | 'data'>,
  name: string,
  version: string,
  edit: Edit,
): Promise<void> {
  const dir = createVariant(name, version, edit)
  await publishRemote({ url: portal.url, token: tokenOf(portal, name), dir })
  rmSync(dir, { recursive: true })
}

/** Uploads a variant of a remote without making it live. @returns its preview link */
export async function previewVariant(portal: Portal, name: string, version: string, edit: Edit): Promise<string> {
  const dir = createVariant(name, version, edit)
  const { url } = await previewRemote({ url: portal.url, token: tokenOf(portal, name), dir })
  rmSync(dir, { recursive: true })
  return url
}

/** Publishes a variant of a remote to some people only. */
export async function canaryVariant(
  portal: Portal,
  name: string,
  version: string,
  how: Parameters<typeof publishGradually>[1],
  edit: Edit,
  place: Place = {},
): Promise<void> {
  const dir = createVariant(name, version, edit, place)
  await publishGradually({ url: portal.url, token: tokenOf(portal, name), dir }, how)
  rmSync(dir, { recursive: true })
}

/** Returns the publishing token of a remote. */
export const tokenOf = (portal: Pick<Portal, 'data'>, name: string): string =>
  (JSON.parse(readFileSync(join(portal.data, 'remote-tokens.json'), 'utf8')) as Record<string, string>)[name] ?? ''

/** Returns the paths of all modules in the build of a remote or the shell. */
export const modulesOf = (name: string): string[] => {
  const dist = join(root, name, 'dist')
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => (JSON.parse(readFileSync(join(dist, file), 'utf8')) as { sources: string[] }).sources)
}
