import { parentPort, workerData } from 'node:worker_threads'
import { builtAgainst } from '../kit/build/plugins.ts'
import { runTsx } from '../kit/build/run-tsx.ts'
import { sharedVersions } from '../kit/build/shared.ts'
import { openBrowser, type Served } from './browser.ts'
import type { Outcome, Shown } from './render-pages.ts'

/** The thread in which a build is loaded. It gets no environment variables, and so no tokens. */

/** Messages of the sandbox: the page that it shows next, and the outcome. */
export type Message = { page: string } | Outcome

const { served, shown } = workerData as { served: Served; shown: Shown }
const post = (message: Message): void => parentPort?.postMessage(message, [])

// The build of the shell defines these.
Object.assign(globalThis, { SHARED_VERSIONS: sharedVersions(), SHELL_RUNS: builtAgainst(), ENV_TARGET: 'web' })
runTsx()
openBrowser(served)
// A failed background task, such as a prefetch, is not a failure of the page.
process.on('unhandledRejection', () => undefined)
// Waits for a page that is never shown until the parent ends the thread.
setInterval(() => undefined, 60_000)
// Imported last: React and the federation runtime look for a browser when they are evaluated.
const { renderPages } = await import('./render-pages.ts')
try {
  post(await renderPages(shown, (page) => post({ page })))
} catch (error) {
  post({ failed: { page: shown.pages[0] ?? '/', reason: String(error) } })
}
