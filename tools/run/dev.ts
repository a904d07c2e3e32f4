import { watch } from 'node:fs'
import { join } from 'node:path'
import { announce, checkPort, command, providerVariables, readSettings, runUntilStopped } from '../command/command.ts'
import { ROOT } from '../command/root.ts'
import { applyMigrations } from '../database/migrate.ts'
import { seedDemo } from '../seed/seed-empty.ts'
import { configOf, REMOTES } from './build.ts'
import { bundleWorker } from './bundle-worker.ts'
import { devEntry } from './dev-entry.ts'
import { originsAt } from './origins-at.ts'
import { type Stack, type StackOptions, startStack, workerOptions } from './stack.ts'
import { watchTypes } from './watch-types.ts'

const USAGE = `pnpm dev

Runs the portal with hot reload, and prints type errors. Reads PORT and PORTAL_DATA, as pnpm start does.`

/** Files that are saved together count as one change. */
const DEBOUNCE_MS = 60

/** A watcher of the worker's sources. */
interface WorkerWatcher {
  /** Resolves when the worker is not being replaced. */
  ready: () => Promise<void>
  stop: () => void
}

/** Rebuilds and replaces the worker after each change. Keeps its state, and the old worker if a build fails. */
function watchWorker(stack: Stack, options: StackOptions): WorkerWatcher {
  let timer: NodeJS.Timeout | undefined
  let reloading = Promise.resolve()
  let replaced = Promise.resolve()
  const reload = async (): Promise<void> => {
    const started = performance.now()
    await bundleWorker('development', options.bundle)
    await applyMigrations(stack.sqld.url)
    const replacing = stack.miniflare.setOptions(
      workerOptions({ ...options, port: Number(new URL(stack.url).port) }, stack.sqld.url),
    )
    replaced = replacing.catch(() => undefined)
    await replacing
    console.log(`Worker reloaded in ${Math.round(performance.now() - started)} ms.`)
  }
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      reloading = reloading
        .then(reload)
        .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
    }, DEBOUNCE_MS)
  }
  const watchers = ['worker/src', 'worker/contract/src'].map((path) =>
    watch(join(ROOT, path), { recursive: true }, changed),
  )
  return {
    ready: () => replaced,
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

await command(USAGE, async () => {
  const { port, data } = readSettings()
  await runUntilStopped(data, async (started) => {
    await checkPort(port)
    const { LOCAL_ORIGIN: url, OPERATOR_ORIGIN: operatorUrl } = originsAt(port)
    const options: StackOptions = {
      data,
      port: 0,
      bundle: join(ROOT, '.cache/dev/worker.js'),
      shell: join(ROOT, '.cache/dev/assets'),
      vars: { ...providerVariables(), ORIGIN: url, OPERATOR_ORIGIN: operatorUrl },
      onLog: (line) => line.includes('"event":"error"') && console.error(line),
    }
    await bundleWorker('development', options.bundle)
    const stack = await startStack(options)
    const watcher = watchWorker(stack, options)
    started({ stack, stop: () => stack.stop() })
    await seedDemo(stack.sqld.url, stack.miniflare)
    // Runs the cron job once, so that the agent plans for the demo data right away.
    await (await stack.miniflare.getWorker()).scheduled({})
    const { startDevServer } = await import('../../shell/kit/build/dev-server.ts')
    let last: string | undefined
    const stopServer = await startDevServer({
      configs: await Promise.all(['shell', ...REMOTES].map((name) => configOf(name, 'development'))),
      remotes: () => Promise.all(REMOTES.map(devEntry)),
      port,
      worker: stack.url,
      hasOperatorPage: true,
      workerReady: watcher.ready,
      onBuild: (errors) => {
        if (errors) console.error(errors)
        else if (last !== '') console.log('Built.')
        last = errors
      },
    })
    const stopTypes = watchTypes()
    started({
      stack,
      stop: async () => {
        watcher.stop()
        await stopTypes()
        await stopServer()
        await stack.stop()
      },
    })
    announce({ url, operatorUrl }, 'Changes appear without a reload. Press Ctrl-C to stop. Your data is kept.')
  })
})
