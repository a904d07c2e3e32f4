import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIssuer } from '../../worker/src/testing/issuer.ts'
import { MAIL_REPORT_SECRET } from './mail-report.ts'
import { descendants } from './processes.ts'

/** The portal under test: runs `pnpm start` on a free port with an empty data folder. */
export interface Portal {
  url: string
  /** The operator origin. */
  operatorUrl: string
  data: string
  /** What it printed until it was ready. */
  printed: string
  process: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

const START = join(import.meta.dirname, '../../tools/run/start.ts')
const START_TIMEOUT_MS = 120_000

/** Names the data folder of a new portal, made once per run. A portal with an empty folder starts from a copy. */
const PREPARED = 'PREPARED_DATA'

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Copies demo data and published remotes into an empty data folder. */
export function fillIfEmpty(data: string): void {
  const prepared = process.env[PREPARED]
  if (prepared && readdirSync(data).length === 0) cpSync(prepared, data, { recursive: true })
}

/** Returns the origin of the operator page of a portal on this machine. */
export const operatorUrlOf = (url: string): string => url.replace('localhost', '127.0.0.1')

/** Resolves with the address that a portal prints, and everything before it. */
function addressOf(child: ChildProcess): Promise<{ url: string; printed: string }> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}:\n${output}`))
    const timer = setTimeout(() => fail('the portal did not start'), START_TIMEOUT_MS)
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /Client portal\s+(http:\/\/\S+)/.exec(output)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve({ url, printed: output })
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`the portal ended with ${code}`)
    })
  })
}

/**
 * Starts a portal and resolves when it has printed its address. It ends with this process at the latest.
 * @throws Error with the output of a portal that did not start, which is stopped
 */
export async function startPortal(
  data = mkdtempSync(join(tmpdir(), 'portal-e2e-')),
  port = 0,
  variables: Record<string, string> = {},
): Promise<Portal> {
  fillIfEmpty(data)
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PASSWORD_HASH_COST: 'minimal',
      // All tests share the network of this machine.
      FLOOD_LIMIT: '1000000',
      ...variables,
      PORT: String(port),
      PORTAL_DATA: data,
    },
  })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  try {
    const { url, printed } = await addressOf(child)
    return { url, operatorUrl: operatorUrlOf(url), data, printed, process: child, stop }
  } catch (error) {
    // It may be too busy to stop by itself.
    if (child.pid) for (const pid of [child.pid, ...descendants(child.pid)]) kill(pid)
    throw error
  }
}

/** Returns the data folder of a new portal. The caller removes it. */
async function prepareData(): Promise<string> {
  const portal = await startPortal()
  await portal.stop()
  return portal.data
}

/** Starts one portal for all tests and sets PORTAL_URL, unless it names a running portal already. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PORTAL_URL']) return undefined
  const prepared = await prepareData()
  process.env[PREPARED] = prepared
  const issuer = await startIssuer()
  const portal = await startPortal(undefined, undefined, {
    ...issuer.variables,
    RESEND_WEBHOOK_SECRET: MAIL_REPORT_SECRET,
  })
  issuer.admit(portal.url)
  process.env['PORTAL_URL'] = portal.url
  return async () => {
    await portal.stop()
    await issuer.stop()
    for (const folder of [portal.data, prepared]) rmSync(folder, { recursive: true, force: true })
  }
}
