import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, createReadStream, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueToken } from '../../tools/publish/credentials/remote-token.ts'
import type { Portal } from './portal.ts'

/**
 * The remotes of `outside/`: each is built in an empty folder, with the plugins' own configuration and the packed
 * packages of this workspace.
 */

export interface OutsideRemote {
  name: string
  /** Folder with its sources. */
  folder: string
  path: string
  heading: string
  /** The tools that the guide installs. */
  tools: readonly string[]
}

const RSPACK = ['@rspack/core', '@rspack/cli', '@module-federation/enhanced']

export const OUTSIDE: readonly OutsideRemote[] = [
  {
    name: 'mf-stats',
    folder: 'rspack',
    path: '/stats',
    heading: 'Stats',
    tools: ['@rspack/core', '@rspack/cli', '@module-federation/enhanced'],
  },
  { name: 'mf-charts', folder: 'vite', path: '/charts', heading: 'Charts', tools: ['vite', '@module-federation/vite'] },
]

/** A remote that uses the kit. */
export const WITH_KIT: OutsideRemote = {
  name: 'mf-notes',
  folder: 'kit',
  path: '/notes',
  heading: 'Notes',
  tools: [...RSPACK, 'tailwindcss', '@tailwindcss/webpack'],
}

const root = join(import.meta.dirname, '../..')

function run(command: string, options: readonly string[], cwd: string, variables = {}): string {
  // Publishes as a person does, wherever the tests run.
  const env = { ...process.env, CI: '', ...variables }
  const { status, stdout, stderr } = spawnSync(command, options, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${options.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

const SHARED = ['react', 'react-dom', '@tanstack/react-query', '@tanstack/react-router', 'jotai', 'sonner']
const TYPES = ['typescript', '@types/react']

/** Returns a package with the version that this workspace uses, so that a release of a tool changes no test. */
function pinned(name: string): string {
  const manifest = readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')
  return `${name}@${(JSON.parse(manifest) as { version: string }).version}`
}

/** Packs the packages of this workspace. @returns the folder with the packages, which the caller removes */
export function packPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-packages-'))
  run('pnpm', ['packages', folder], root)
  return folder
}

/**
 * Copies a remote to an empty folder, and installs what it uses there.
 * @returns the folder, which the caller removes
 */
export function installOutside({ folder, tools }: OutsideRemote, packages: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'outside-remote-'))
  cpSync(join(import.meta.dirname, 'outside', folder), dir, { recursive: true })
  const packed = globSync('*.tgz', { cwd: packages }).map((file) => join(packages, file))
  const others = [...SHARED, ...TYPES, ...tools].map(pinned)
  run('pnpm', ['add', '--prefer-offline', ...packed, ...others], dir)
  return dir
}

/** Returns what publishing a remote to the portal needs. */
export async function portalOf({ data, url }: Portal, name: string): Promise<{ url: string; token: string }> {
  return { url, token: await issueToken({ url: readFileSync(join(data, 'database-url'), 'utf8') }, name) }
}

/** Serves a folder to pages of other origins, like the server of a bundler. */
export async function serveFolder(folder: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const type = request.url?.endsWith('.css')
      ? 'text/css'
      : request.url?.endsWith('.js')
        ? 'text/javascript'
        : 'application/json'
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': type })
    createReadStream(join(folder, new URL(request.url ?? '', 'http://localhost').pathname)).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Builds an installed remote with more styles than its own, and publishes it. */
export async function publishOutside(portal: Portal, { name }: OutsideRemote, dir: string, styles = ''): Promise<void> {
  appendFileSync(join(dir, 'src/styles.css'), styles)
  run('pnpm', ['exec', 'tsc'], dir)
  run('pnpm', ['build'], dir)
  await publishBuilt(portal, name, dir)
}

/** Publishes the build of a remote. Returns what the command says. */
export async function publishBuilt(
  portal: Portal,
  name: string,
  dir: string,
  options: readonly string[] = [],
  variables = {},
): Promise<string> {
  const { url, token } = await portalOf(portal, name)
  const env = { PORTAL_URL: url, REMOTE_TOKEN: token, ...variables }
  return run('pnpm', ['remote', 'publish', name, ...options], dir, env)
}
