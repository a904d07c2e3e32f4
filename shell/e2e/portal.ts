import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIssuer } from '../../worker/src/testing/issuer.ts'
import { MAIL_REPORT_SECRET } from './mail-report.ts'

/** The portal under test: runs `pnpm start` on a free port with an empty data folder. */
export interface Portal {
  url: string
  data: string
  process: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

const START = join(import.meta.dirname, '../../worker/local/start.ts')
const START_TIMEOUT_MS = 120_000

/** Starts a portal and resolves when it has printed its address. */
export async function startPortal(
  data = mkdtempSync(join(tmpdir(), 'portal-e2e-')),
  port = 0,
  variables: Record<string, string> = {},
): Promise<Portal> {
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PASSWORD_HASH_COST: 'minimal', ...variables, PORT: String(port), PORTAL_DATA: data },
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the portal did not start:\n${output}`)), START_TIMEOUT_MS)
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Client portal\s+(http:\/\/\S+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('exit', (code) => reject(new Error(`the portal ended with ${code}:\n${output}`)))
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  return { url, data, process: child, stop }
}

/** Starts one portal for all tests and sets PORTAL_URL, unless it names a running portal already. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PORTAL_URL']) return undefined
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
    rmSync(portal.data, { recursive: true, force: true })
  }
}
