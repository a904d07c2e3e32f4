import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { issueToken } from '../../worker/local/remote-token.ts'
import type { Portal } from './portal.ts'

/** The remotes of `outside/`: built with the plugins' own configuration, without anything from this workspace. */

export interface OutsideRemote {
  name: string
  /** Folder with its sources. */
  folder: string
  path: string
  heading: string
  build: readonly [command: string, ...options: string[]]
}

export const OUTSIDE: readonly OutsideRemote[] = [
  { name: 'mf-stats', folder: 'rspack', path: '/stats', heading: 'Stats', build: ['rspack', 'build'] },
  { name: 'mf-charts', folder: 'vite', path: '/charts', heading: 'Charts', build: ['vite', 'build'] },
]

const root = join(import.meta.dirname, '../..')

function run(command: string, options: readonly string[], cwd: string, variables = {}): void {
  const env = { ...process.env, ...variables }
  const { status, stdout, stderr } = spawnSync(command, options, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${options.join(' ')}\n${stdout}${stderr}`)
}

/** Builds a remote with more styles than its own, and publishes it. */
export async function publishOutside(portal: Portal, remote: OutsideRemote, styles: string): Promise<void> {
  // Here, because the packages of this folder are found from there.
  const folder = join(import.meta.dirname, '.cache/outside', remote.folder)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'outside', remote.folder), folder, { recursive: true })
  appendFileSync(join(folder, 'src/styles.css'), styles)
  const [command, ...options] = remote.build
  run(join(import.meta.dirname, 'node_modules/.bin', command), options, folder)
  const database = readFileSync(join(portal.data, 'database-url'), 'utf8')
  const token = await issueToken({ url: database }, remote.name)
  const publish = ['worker/local/remote.ts', 'publish', remote.name, '--dist', join(folder, 'dist')]
  run(process.execPath, publish, root, { PORTAL_URL: portal.url, REMOTE_TOKEN: token })
}
