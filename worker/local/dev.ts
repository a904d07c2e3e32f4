import { watch } from 'node:fs'
import { join } from 'node:path'
import { configOf, REMOTES } from './build.ts'
import { bundleWorker } from './bundle-worker.ts'
import { devEntry } from './dev-entry.ts'
import { followTypes } from './follow-types.ts'
import { applyMigrations } from './migrate.ts'
import { seedDemo } from './seed/seed-empty.ts'
import { type Stack, type StackOptions, startStack, workerOptions } from './stack.ts'
import { announce, checkPort, command, providerVariables, readSettings, runUntilStopped } from './terminal.ts'

/** `pnpm dev`: runs the portal with hot reload of screens and worker, and prints type errors. Reads PORT and PORTAL_DATA. */

const root = join(import.meta.dirname, '../..')

/** Edits come in bursts: a save of several files is one change. */
const SETTLE_MS = 60

/** What follows the worker's sources. */
interface Following {
  /** Resolves once no worker is being replaced. */
  ready: () => Promise<void>
  stop: () => void
}

/** Bundles the worker again after each change and swaps it in; state stays. One that does not build leaves the old one running. */
function followWorker(stack: Stack, options: StackOptions): Following {
  let timer: NodeJS.Timeout | undefined
  let swapping = Promise.resolve()
  let replaced = Promise.resolve()
  const swap = async (): Promise<void> => {
    const began = performance.now()
    await bundleWorker('development', options.bundle)
    await applyMigrations(stack.sqld.url)
    const replacing = stack.miniflare.setOptions(
      workerOptions({ ...options, port: Number(new URL(stack.url).port) }, stack.sqld.url),
    )
    replaced = replacing.catch(() => undefined)
    await replacing
    console.log(`Worker reloaded in ${Math.round(performance.now() - began)} ms.`)
  }
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      swapping = swapping
        .then(swap)
        .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
    }, SETTLE_MS)
  }
  const watchers = ['worker/src', 'worker/contract/src'].map((path) =>
    watch(join(root, path), { recursive: true }, changed),
  )
  return {
    ready: () => replaced,
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

await command(async () => {
  const { port, data } = readSettings()
  await runUntilStopped(data, async (started) => {
    await checkPort(port)
    const options: StackOptions = {
      data,
      port: 0,
      bundle: join(root, '.cache/dev/worker.js'),
      shell: join(root, '.cache/dev/assets'),
      vars: { ...providerVariables(), ORIGIN: `http://127.0.0.1:${port}` },
      onLog: (line) => line.includes('"event":"error"') && console.error(line),
    }
    await bundleWorker('development', options.bundle)
    const stack = await startStack(options)
    const following = followWorker(stack, options)
    started({ stack, stop: () => stack.stop() })
    await seedDemo(stack.sqld.url, stack.miniflare)
    // As the cron would in some minutes.
    await (await stack.miniflare.getWorker()).scheduled({})
    const { startDevServer } = await import('../../shell/kit/build/dev-server.ts')
    let last: string | undefined
    const stopServer = await startDevServer({
      configs: await Promise.all(['shell', ...REMOTES].map((name) => configOf(name, 'development'))),
      remotes: () => REMOTES.map(devEntry),
      port,
      worker: stack.url,
      workerReady: following.ready,
      onBuild: (errors) => {
        if (errors) console.error(errors)
        else if (last !== '') console.log('Built.')
        last = errors
      },
    })
    const stopTypes = followTypes()
    started({
      stack,
      stop: async () => {
        following.stop()
        await stopTypes()
        await stopServer()
        await stack.stop()
      },
    })
    announce(
      `http://127.0.0.1:${port}`,
      'Edits show without a reload. Ctrl-C stops everything; starting again keeps the data.',
    )
  })
})
