import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pagePaths } from '@portal/contract/pages'
import type { PublishRemote } from '@portal/contract/remotes'
import type { Message } from './sandbox.ts'

/** Compiled in the command for other repositories. */
const SANDBOX = new URL(import.meta.url.endsWith('.ts') ? 'sandbox.ts' : 'sandbox.js', import.meta.url)
/** How long the sandbox may take until it opens the first page, in ms. */
const START_MS = 60_000
/** How long a page may take until it is shown, in ms. */
const PAGE_MS = 15_000

/**
 * Loads the build in `<dir>/dist` with the federation runtime and the libraries of the shell, and shows each of its
 * pages to a signed-in person, with an API that has no data.
 * @returns why the build does not work, or undefined
 */
export async function smokeTest(
  dir: string,
  { name, version, place, contract, sdk, files }: PublishRemote & { name: string },
  pageMs = PAGE_MS,
): Promise<string | undefined> {
  const dist = join(dir, 'dist')
  const base = `/remotes/${name}/${version}/`
  const { routes, role, nav, replaceable } = place
  const entry = { name, version, entry: `${base}mf-manifest.json`, routes, role, nav, replaceable, contract, sdk }
  const manifest = JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')) as object
  const sandbox = new Worker(SANDBOX, {
    workerData: {
      served: { base, dist, files: new Set(files.map(({ path }) => path)) },
      // The page contains manifests without the libraries, which the entry declares, too.
      shown: { entry, manifest: { ...manifest, shared: [] }, pages: pagePaths(place) },
    },
    // Nothing else of the environment, because it contains tokens.
    env: { NODE_ENV: 'production' },
    // Libraries have other code for servers.
    execArgv: ['--conditions=browser'],
    stdout: true,
    stderr: true,
  })
  try {
    return await outcomeOf(sandbox, pageMs)
  } finally {
    await sandbox.terminate()
  }
}

/** Returns why the build in a sandbox does not work, or undefined. */
const outcomeOf = (sandbox: Worker, pageMs: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    let page = ''
    let timer = setTimeout(() => resolve('The smoke test did not start.'), START_MS)
    const end = (problem: string | undefined) => {
      clearTimeout(timer)
      resolve(problem)
    }
    sandbox.on('message', (message: Message) => {
      if (!('page' in message)) return end(message.failed && `${message.failed.page}: ${message.failed.reason}`)
      page = message.page
      clearTimeout(timer)
      timer = setTimeout(() => resolve(`${page} was not shown within ${pageMs / 1000} s.`), pageMs)
    })
    sandbox.once('error', (error) => end(`${page}: ${String(error)}`))
    sandbox.once('exit', () => end(`${page}: The build ended the process.`))
  })
