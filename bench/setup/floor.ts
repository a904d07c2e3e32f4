import { join } from 'node:path'
import { ClientsQuery } from '@portal/contract/clients'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { listClients } from '../../worker/src/portal/clients/list-clients.ts'
import type { BookkeeperContext } from '../../worker/src/context.ts'
import { noTrips, openDatabase } from '../../worker/src/platform/db/client.ts'
import { childrenOf } from '../cpu.ts'
import type { Production } from './production.ts'
import { startRecorder } from './recorder.ts'

/** A bare worker next to a portal: what the same work costs with nothing around it. */
export interface Floor extends AsyncDisposable {
  url: string
  /** The processes that serve: its workerd and the portal's database. */
  pids: number[]
}

async function bundle(): Promise<string> {
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
  return outputFiles[0]?.text ?? ''
}

/** Returns the statement with which the portal lists 100 clients, as it is sent to the database. */
async function listStatement({ stack, userId, firmId, sessionId }: Production): Promise<unknown> {
  await using recorder = await startRecorder(stack.sqld.url)
  const db = openDatabase({ LIBSQL_URL: recorder.url, LIBSQL_TOKEN: '' }, noTrips())
  const actor = { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' } as const
  await listClients({ db, actor, now: new Date() } as BookkeeperContext, ClientsQuery.parse({ limit: '100' }))
  const [trip] = recorder.take()
  const { requests } = JSON.parse(trip?.request ?? '') as { requests: { type: string; stmt?: unknown }[] }
  return requests.find(({ type }) => type === 'execute')?.stmt
}

/** Starts floor-worker.js on the portal's database. */
export async function startFloor(portal: Production): Promise<Floor> {
  const { stack, secret, sqldPid } = portal
  const others = childrenOf(process.pid, 'workerd')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: 'floor',
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.ERROR),
      modules: [{ type: 'ESModule', path: 'index.js', contents: await bundle() }],
      compatibilityDate: '2026-11-17',
      compatibilityFlags: ['nodejs_compat'],
      bindings: { LIBSQL_URL: stack.sqld.url, AUTH_SECRET: secret, LIST: JSON.stringify(await listStatement(portal)) },
      r2Buckets: ['BUCKET'],
      // Local asset routing costs as much as the worker itself, so the floor has it, too.
      assets: {
        directory: join(import.meta.dirname, '../../shell/dist'),
        binding: 'ASSETS',
        routerConfig: { has_user_worker: true, static_routing: { user_worker: ['/query/*', '/hub', '/put'] } },
        assetConfig: { html_handling: 'none', not_found_handling: 'none' },
      },
      durableObjects: {
        HUB: { className: 'Hub', useSQLite: true },
        WRITER: { className: 'Writer', useSQLite: true },
      },
    }),
  )
  const { origin: url } = await miniflare.ready
  const workerd = childrenOf(process.pid, 'workerd').filter((pid) => !others.includes(pid))
  return { url, pids: [...workerd, sqldPid], [Symbol.asyncDispose]: () => miniflare.dispose() }
}
