import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { Log, LogLevel, Miniflare } from 'miniflare'
import { type CutProxy, openProxy } from '../../shell/e2e/cut-proxy.ts'
import { bundleWorker } from '../../worker/local/bundle-worker.ts'
import { applyMigrations } from '../../worker/local/migrate.ts'
import { freePort, type Sqld, startSqld } from '../../worker/local/sqld.ts'
import { localSecret, workerOptions } from '../../worker/local/stack.ts'
import { type Receiver, startReceiver } from '../../worker/src/testing/receiver.ts'
import { childrenOf } from '../cpu.ts'
import { canMount, type Clock, makeClock, mountDisk, unmount } from './machine.ts'

/**
 * Megabytes of the disk that holds all state, where one can be mounted. libSQL's replication log grows to 200 before it
 * is compacted.
 */
const DISK_MB = 512

/** A portal as `pnpm start` runs it, with lines that can be cut on both sides of it, and everybody else's servers around it. */
export interface Stand {
  /** Address of the portal, through the people's line. */
  url: string
  /** The line from people to the portal. */
  people: CutProxy
  /** The line from the portal to its database. */
  base: CutProxy
  /** Straight to the database. */
  db: Client
  data: string
  secret: string
  miniflare: Miniflare
  /** The mail provider. */
  mail: Receiver
  clock: Clock | undefined
  /** What the worker logged as an error, with how often. */
  errors: Map<string, number>
  /** The time as workerd sees it. */
  now(): Date
  sqld(): Sqld
  /** The database server anew, on the same files and port. */
  restartSqld(): Promise<void>
  workerd(): number
  stop(): Promise<void>
}

function noteErrors(errors: Map<string, number>): (line: string) => void {
  return (line) => {
    if (!line.includes('"event":"error"')) return
    try {
      const { route, error } = JSON.parse(line) as { route: string; error: string }
      const what = `${route}: ${error.slice(0, 200)}`
      errors.set(what, (errors.get(what) ?? 0) + 1)
    } catch {
      errors.set(line.slice(0, 200), 1)
    }
  }
}

/** News go out soon, the mail provider is the stand's own, and everybody comes from one address. */
const variables = (databaseUrl: string, mail: Receiver): Record<string, string> => ({
  LIBSQL_URL: databaseUrl,
  WRITES_PER_MINUTE: '0',
  READS_AT_ONCE: '0',
  NEWS_MAIL_PAUSE_S: '2',
  MESSAGES_MAIL_PAUSE_S: '3',
  RESEND_API_KEY: 'loopback',
  RESEND_URL: mail.url,
  MAIL_FROM: 'Portal <portal@portal.example>',
})

/** Starts everything, in a store of its own. */
export async function startStand(): Promise<Stand> {
  await bundleWorker('development')
  const folder = mkdtempSync(join(tmpdir(), 'portal-chaos-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  if (canMount()) mountDisk(data, DISK_MB)
  const clock = makeClock(folder)
  const sqldPort = await freePort()
  let sqld = await startSqld(join(data, 'sqld'), sqldPort)
  await applyMigrations(sqld.url)
  const base = await openProxy(sqld.url)
  const mail = await startReceiver()
  const errors = new Map<string, number>()
  const before = childrenOf(process.pid, 'workerd')
  const options = {
    data,
    port: await freePort(),
    vars: variables(base.url, mail),
    floodLimit: 1_000_000,
    onLog: noteErrors(errors),
  }
  const miniflare = new Miniflare({
    ...workerOptions(options, sqld.url),
    // That workerd was killed, and what R2 says about a disk that is gone, is known.
    log: new Log(LogLevel.NONE),
    ...(clock ? { unsafeRuntimeEnv: clock.environment } : {}),
  })
  const people = await openProxy((await miniflare.ready).origin)
  const db = createClient({ url: sqld.url })
  return {
    url: people.url,
    people,
    base,
    db,
    data,
    secret: localSecret(data),
    miniflare,
    mail,
    clock,
    errors,
    now: () => new Date(Date.now() + (clock?.ahead ?? 0) * 1000),
    sqld: () => sqld,
    restartSqld: async () => {
      sqld = await startSqld(join(data, 'sqld'), sqldPort)
    },
    workerd: () => childrenOf(process.pid, 'workerd').find((pid) => !before.includes(pid)) ?? 0,
    stop: async () => {
      db.close()
      people.close()
      await miniflare.dispose()
      base.close()
      await sqld.stop()
      await mail.stop()
      if (canMount()) unmount(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
