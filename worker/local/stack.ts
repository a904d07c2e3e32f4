import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Miniflare as MiniflareInstance } from 'miniflare'
import { parse } from 'smol-toml'
import { DEVELOPMENT_BUNDLE, WORKER_BUNDLE } from './bundle-worker.ts'
import { noteDatabase, requireKnownDatabase } from './database.ts'
import { applyMigrations } from './migrate.ts'
import { type Sqld, StartError, startSqld } from './sqld.ts'

// Not imported: Node would look through its six megabytes for what it exports, and keep the 30 MB that this takes.
const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = createRequire(import.meta.url)(
  'miniflare',
) as typeof import('miniflare')

/** The parts of one machine: a real database server, and the built worker in workerd with R2 and Durable Objects on disk. */
export interface Stack {
  /** Address of the portal. */
  url: string
  sqld: Sqld
  miniflare: MiniflareInstance
  stop(): Promise<void>
}

export interface StackOptions {
  /** Folder of all state. */
  data: string
  /** Port of the portal; 0 for any free one. */
  port: number
  /** Variables over those of wrangler.toml. */
  vars?: Record<string, string>
  /** The worker's bundle, where it is not the one that was built for the environment. */
  bundle?: string
  /** The shell's build, where it is not the one for deployment. */
  shell?: string
  /** Requests of one address per period, where it is not what wrangler.toml says. */
  floodLimit?: number
  /** Accepts an empty database in a folder that was used before: it is about to be restored. */
  mayBeEmpty?: boolean
  /** Called with each line the worker logs. */
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

const root = join(import.meta.dirname, '../..')
const SHELL_BUILD = join(root, 'shell/dist')

/**
 * The secret that signs access tokens on this machine: made once, kept with the data.
 * @throws StartError when the file is damaged: a new secret would make second factors and webhook secrets unreadable
 */
export function localSecret(data: string): string {
  const file = join(data, 'auth-secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  const secret = readFileSync(file, 'utf8').trim()
  if (/^[0-9a-f]{64}$/.test(secret)) return secret
  throw new StartError(
    `${file} is damaged. Put the old secret back, or delete the file: then everybody signs in again and sets up second factors anew.`,
  )
}

const bundleOf = ({ bundle, vars }: StackOptions): string =>
  bundle ?? (vars?.['ENVIRONMENT'] === 'production' ? WORKER_BUNDLE : DEVELOPMENT_BUNDLE)

/** Miniflare's options for the worker of wrangler.toml, so that one file says what it is bound to. */
export function workerOptions(
  options: StackOptions,
  databaseUrl: string,
): ConstructorParameters<typeof MiniflareInstance>[0] {
  const config = parse(readFileSync(join(root, 'wrangler.toml'), 'utf8')) as unknown as WranglerConfig
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
      // In production minutes: here one sees the mail come.
      MESSAGES_MAIL_PAUSE_S: '25',
      NEWS_MAIL_PAUSE_S: '5',
      LIBSQL_URL: databaseUrl,
      AUTH_SECRET: localSecret(options.data),
      ...(options.port > 0 ? { LOCAL_ORIGIN: `http://127.0.0.1:${options.port}` } : {}),
      ...options.vars,
    },
    r2Buckets: Object.fromEntries(config.r2_buckets.map((b) => [b.binding, b.bucket_name])),
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map((b) => [b.name, { className: b.class_name, useSQLite: true }]),
    ),
    ratelimits: Object.fromEntries(
      config.ratelimits.map(({ name, simple, ...more }) => [
        name,
        { ...more, simple: { ...simple, limit: options.floodLimit ?? simple.limit } },
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
 * Starts database and worker, with the migrations applied.
 * @throws StartError that says in one line what is wrong
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  mkdirSync(options.data, { recursive: true })
  if (!existsSync(bundleOf(options))) throw new StartError('The worker is not built yet.')
  const sqld = await startSqld(join(options.data, 'sqld'))
  let miniflare: MiniflareInstance | undefined
  try {
    if (!options.mayBeEmpty) await requireKnownDatabase(options.data, sqld.url)
    await applyMigrations(sqld.url)
    noteDatabase(options.data, sqld.url)
    miniflare = new Miniflare(workerOptions(options, sqld.url))
    const url = (await miniflare.ready).origin
    const started = miniflare
    const stop = async () => {
      await started.dispose()
      await sqld.stop()
    }
    return { url, sqld, miniflare, stop }
  } catch (error) {
    await miniflare?.dispose().catch(() => undefined)
    await sqld.stop()
    if (error instanceof Error && /EADDRINUSE|Address already in use/i.test(error.message)) {
      throw new StartError(`Port ${options.port} is taken. Set PORT to a free one.`)
    }
    throw error
  }
}
