import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { childrenOf } from './cpu.ts'

/** A worker with nothing in it but what is measured against: the floor. */
export interface Bare {
  url: string
  miniflare: Miniflare
  pids: number[]
}

/** Starts bench/floor-worker.js in a workerd of its own. */
export async function startBare(vars: Record<string, string>): Promise<Bare> {
  const before = childrenOf(process.pid, 'workerd')
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'floor-worker.js')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    external: ['cloudflare:*', 'node:*'],
    minify: true,
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: 'floor',
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.ERROR),
      modules: [{ type: 'ESModule', path: 'index.js', contents: outputFiles[0]?.text ?? '' }],
      compatibilityDate: '2026-11-17',
      compatibilityFlags: ['nodejs_compat'],
      bindings: vars,
      r2Buckets: ['BUCKET'],
      // Hosted as the portal is: the stand-in for the platform's asset routing costs as much as the worker itself.
      assets: {
        directory: join(import.meta.dirname, '../shell/dist'),
        binding: 'ASSETS',
        routerConfig: {
          has_user_worker: true,
          static_routing: { user_worker: ['/list', '/hub', '/put', '/statements/*', '/relay', '/scrypt'] },
        },
        assetConfig: { html_handling: 'none', not_found_handling: 'none' },
      },
      durableObjects: { HUB: { className: 'Hub', useSQLite: true } },
    }),
  )
  const url = (await miniflare.ready).origin
  return { url, miniflare, pids: childrenOf(process.pid, 'workerd').filter((pid) => !before.includes(pid)) }
}
