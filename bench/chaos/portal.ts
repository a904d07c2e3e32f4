import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type InValue } from '@libsql/client/http'
import { Log, LogLevel, Miniflare } from 'miniflare'
import { openProxy } from '../../shell/e2e/cut-proxy.ts'
import { bundleWorker } from '../../tools/run/bundle-worker.ts'
import { applyMigrations } from '../../tools/database/migrate.ts'
import { freePort, startSqld } from '../../tools/run/sqld.ts'
import { localSecret, workerOptions } from '../../tools/run/stack.ts'
import { type Receiver, startReceiver } from '../../worker/src/testing/receiver.ts'
import { childrenOf } from '../cpu.ts'

/** The portal under test, with everything that a fault can break. */
export type Portal = Awaited<ReturnType<typeof startPortal>>

/** Returns rows of the database, without the portal. */
export async function query<T>({ database }: Portal, sql: string, ...args: InValue[]): Promise<T[]> {
  return (await database.execute({ sql, args })).rows as unknown as T[]
}

/** Starts a portal like `pnpm start` does, in a temporary folder. */
export async function startPortal() {
  await bundleWorker('development')
  const data = mkdtempSync(join(tmpdir(), 'portal-chaos-'))
  let sqld = await startSqld(join(data, 'sqld'))
  await applyMigrations(sqld.url)
  const database = createClient({ url: sqld.url })
  const databaseProxy = await openProxy(sqld.url)
  const mail = await startReceiver()
  const vars = {
    // All users share one address.
    WRITES_PER_MINUTE: '0',
    READS_AT_ONCE: '0',
    NEWS_MAIL_PAUSE_S: '2',
    MESSAGES_MAIL_PAUSE_S: '3',
    RESEND_API_KEY: 'loopback',
    RESEND_URL: mail.url,
    MAIL_FROM: 'Portal <portal@portal.example>',
  }
  const miniflare = new Miniflare({
    ...workerOptions({ data, port: await freePort(), vars, floodLimit: 1_000_000 }, databaseProxy.url),
    // Miniflare would log each time that workerd is killed or R2 loses its objects.
    log: new Log(LogLevel.NONE),
  })
  const userProxy = await openProxy((await miniflare.ready).origin)
  /** Receivers of webhooks, by the bookkeeper's user id. */
  const webhooks = new Map<string, Receiver>()
  return {
    /** Address of the portal, through `userProxy`. */
    url: userProxy.url,
    userProxy,
    /** Between the portal and its database. */
    databaseProxy,
    /** The database, without the proxy. */
    database,
    get sqld() {
      return sqld
    },
    restartSqld: async () => {
      sqld = await startSqld(join(data, 'sqld'), Number(new URL(sqld.url).port))
    },
    miniflare,
    /** Returns the process id of workerd; undefined while it restarts. */
    workerd: () => childrenOf(process.pid, 'workerd')[0],
    /** The mail provider. */
    mail,
    webhooks,
    /** Folder of all state. */
    data,
    secret: localSecret(data),
    stop: async () => {
      database.close()
      userProxy.close()
      await miniflare.dispose()
      databaseProxy.close()
      await sqld.stop()
      for (const receiver of [mail, ...webhooks.values()]) await receiver.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
