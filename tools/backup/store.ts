import { join } from 'node:path'
import { readSettings } from '../command/command.ts'
import { ROOT } from '../command/root.ts'
import { StartError } from '../command/start-error.ts'
import { readTarget } from '../deploy/config.ts'
import { takeLock } from '../run/lock.ts'
import { type Stack, startStack } from '../run/stack.ts'
import type { Store } from './backup-folder.ts'
import { localBucket, s3Bucket } from './objects.ts'

/** Bindings of the buckets, in the order of wrangler.toml. */
const BINDINGS = ['UPLOADS', 'DOCUMENTS', 'REMOTES'] as const

/** Returns the store of a portal on this machine. */
export async function storeOf({ miniflare, sqld }: Stack): Promise<Store> {
  const buckets = await Promise.all(
    BINDINGS.map(async (binding) => [binding, await localBucket(miniflare, binding)] as const),
  )
  return { database: { url: sqld.url }, buckets: Object.fromEntries(buckets) }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new StartError(`${name} is not set.`)
  return value
}

/** Returns the store of an environment of wrangler.toml, accessed over libSQL's HTTP API and R2's S3 API. */
function remoteStore(env: string | undefined): Store {
  const target = readTarget(join(ROOT, 'wrangler.toml'), env)
  const url = process.env['LIBSQL_URL'] ?? target.vars['LIBSQL_URL'] ?? ''
  if (!url) throw new StartError('Set LIBSQL_URL in wrangler.toml or in the environment.')
  const access = {
    endpoint: required('R2_ENDPOINT').replace(/\/+$/, ''),
    accessKeyId: required('R2_ACCESS_KEY_ID'),
    secretAccessKey: required('R2_SECRET_ACCESS_KEY'),
  }
  const buckets = BINDINGS.map((binding, i) => [binding, s3Bucket(access, target.buckets[i] ?? '')] as const)
  const database = { url: url.replace(/^libsql:/, 'https:'), authToken: required('LIBSQL_TOKEN') }
  return { database, buckets: Object.fromEntries(buckets) }
}

/**
 * Opens the store of an environment, or else of the portal on this machine, and closes it after `use`.
 * @throws StartError when the store cannot be reached, or the portal on this machine is running
 */
export async function withStore<T>(env: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  if (env) return use(remoteStore(env === 'production' ? undefined : env))
  const { data } = readSettings()
  const lock = takeLock(data)
  try {
    const stack = await startStack({ data, port: 0, mayBeEmpty: true })
    lock.recordDatabase(stack.sqld.process.pid)
    try {
      return await use(await storeOf(stack))
    } finally {
      await stack.stop()
    }
  } finally {
    lock.release()
  }
}
