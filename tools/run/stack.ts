import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Miniflare as MiniflareInstance } from 'miniflare'
import { parse } from 'smol-toml'
import { ROOT } from '../command/root.ts'
import { StartError } from '../command/start-error.ts'
import { requireKnownDatabase, saveDatabaseUrl } from '../database/database.ts'
import { applyMigrations } from '../database/migrate.ts'
import { checkTriggers } from '../database/triggers.ts'
import { DEVELOPMENT_BUNDLE, WORKER_BUNDLE } from './bundle-worker.ts'
import { originsAt } from './origins-at.ts'
import { type Sqld, startSqld } from './sqld.ts'

// `import` would make Node scan six megabytes for export names, which takes 30 MB of memory.
const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = createRequire(import.meta.url)(
  'miniflare',
) as typeof import('miniflare')

/** A portal on this machine: a database server, and the worker in workerd with R2 and Durable Objects on disk. */
export interface Stack {
  /** Address of the portal. */
  url: string
  /** The operator origin. */
  operatorUrl: string
  sqld: Sqld
  miniflare: MiniflareInstance
  stop(): Promise<void>
}

export interface StackOptions {
  /** The data folder. */
  data: string
  /** Port of the portal; 0 for any free one. */
  port: number
  /** Variables that override those of wrangler.toml. */
  vars?: Record<string, string>
  /** The worker's bundle (default: the one built for the environment). */
  bundle?: string
  /** The shell's build (default: the one for deployment). */
  shell?: string
  /** Requests per network and period (default: the limit of wrangler.toml). A site has ten times as many. */
  floodLimit?: number
  /** Accepts an empty database in a folder that was used before, because it is about to be restored. */
  mayBeEmpty?: boolean
  /** Called with each line that the worker logs. */
  onLog?: (line: string) => void
}

interface WranglerConfig {
  name: string
  compatibility_date: string
  compatibility_flags: string[]
  assets: { run_worker_first: string[] }
  vars: Record<string, string>
  r2_buckets: { binding: string; bucket_name: string }[]
  ratelimits: { name: string; namespace_id: string; simple: { limit: number; period: 10 | 60 } }[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
}

const SHELL_BUILD = join(ROOT, 'shell/dist')

/**
 * Returns the secret that signs access tokens on this machine, created once and kept in the data folder.
 * @throws StartError when the file is damaged: a new secret would make second factors and webhook secrets unreadable
 */
export function localSecret(data: string): string {
  const file = join(data, 'auth-secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  const secret = readFileSync(file, 'utf8').trim()
  if (/^[0-9a-f]{64}$/.test(secret)) return secret
  throw new StartError(
    `${file} is damaged. Restore the old secret, or delete the file. ` +
      'Without the old secret, everybody has to sign in and set up second factors again.',
  )
}

/** Returns the private key of push messages on this machine, created once and kept in the data folder. */
function localPushKey(data: string): string {
  const file = join(data, 'push-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

const bundleOf = ({ bundle, vars }: StackOptions): string =>
  bundle ?? (vars?.['ENVIRONMENT'] === 'production' ? WORKER_BUNDLE : DEVELOPMENT_BUNDLE)

/** Returns Miniflare's options for the worker of wrangler.toml. */
export function workerOptions(
  options: StackOptions,
  databaseUrl: string,
): ConstructorParameters<typeof MiniflareInstance>[0] {
  const config = parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as unknown as WranglerConfig
  const { floodLimit } = options
  const floodLimits: Record<string, number> = floodLimit ? { FLOOD: floodLimit, FLOOD_SITE: 10 * floodLimit } : {}
  const bundle = bundleOf(options)
  const shell = options.shell ?? SHELL_BUILD
  mkdirSync(shell, { recursive: true })
  return convertV4MiniflareOptions({
    name: config.name,
    host: '127.0.0.1',
    port: options.port,
    log: new Log(LogLevel.ERROR),
    modules: [{ type: 'ESModule', path: bundle }],
    modulesRoot: dirname(bundle),
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    bindings: {
      ...config.vars,
      ENVIRONMENT: 'development',
      SIGN_UP: 'open',
      // Minutes in production, and a day; shorter here, so that mail arrives soon.
      MESSAGES_MAIL_PAUSE_S: '25',
      NEWS_MAIL_PAUSE_S: '5',
      MAIL_DELAY_MAX_S: '60',
      ROUTINE_MAIL_EVERY_S: '20',
      PUSH_PAUSE_S: '2',
      // The mailbox page delivers replies itself.
      REPLY_DOMAIN: 'replies.localhost',
      LIBSQL_URL: databaseUrl,
      AUTH_SECRET: localSecret(options.data),
      VAPID_PRIVATE_KEY: localPushKey(options.data),
      ...(options.port > 0 ? originsAt(options.port) : {}),
      ...options.vars,
    },
    r2Buckets: Object.fromEntries(config.r2_buckets.map((b) => [b.binding, b.bucket_name])),
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map((b) => [b.name, { className: b.class_name, useSQLite: true }]),
    ),
    ratelimits: Object.fromEntries(
      config.ratelimits.map(({ name, simple, ...more }) => [
        name,
        { ...more, simple: { ...simple, limit: floodLimits[name] ?? simple.limit } },
      ]),
    ),
    assets: {
      directory: shell,
      binding: 'ASSETS',
      run_worker_first: config.assets.run_worker_first,
      routerConfig: { has_user_worker: true },
      assetConfig: { html_handling: 'none', not_found_handling: 'none' },
    },
    resourcePersistencePath: join(options.data, 'workerd'),
    handleStructuredLogs: ({ message }: { message: string }) => options.onLog?.(message),
  })
}

/**
 * Starts database and worker, and applies pending migrations.
 * @throws StartError when the worker is not built, the database cannot be used, or the port is in use
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  mkdirSync(options.data, { recursive: true })
  if (!existsSync(bundleOf(options))) throw new StartError('The worker is not built.')
  const sqld = await startSqld(join(options.data, 'sqld'))
  let miniflare: MiniflareInstance | undefined
  try {
    if (!options.mayBeEmpty) await requireKnownDatabase(options.data, sqld.url)
    await applyMigrations(sqld.url)
    await checkTriggers(sqld.url)
    saveDatabaseUrl(options.data, sqld.url)
    miniflare = new Miniflare(workerOptions(options, sqld.url))
    const { port } = await miniflare.ready
    const { LOCAL_ORIGIN: url, OPERATOR_ORIGIN: operatorUrl } = originsAt(port)
    const started = miniflare
    const stop = async () => {
      await started.dispose()
      await sqld.stop()
    }
    return { url, operatorUrl, sqld, miniflare, stop }
  } catch (error) {
    await miniflare?.dispose().catch(() => undefined)
    await sqld.stop()
    if (error instanceof Error && /EADDRINUSE|Address already in use/i.test(error.message)) {
      throw new StartError(`Port ${options.port} is in use. Set PORT to a free one.`)
    }
    throw error
  }
}
