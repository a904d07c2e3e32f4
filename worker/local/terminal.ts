import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { AI_VARIABLES } from '../src/agent/words/model-settings.ts'
import { OAUTH_VARIABLES } from '../src/auth/oauth/settings.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from './seed/people.ts'
import { takeLock } from './lock.ts'
import { StartError } from './sqld.ts'
import type { Stack } from './stack.ts'
import { isDiskError, systemReason } from './system-reason.ts'

/** What `pnpm start` and `pnpm dev` share with the person at the terminal. */

const root = join(import.meta.dirname, '../..')

/** Port and data folder, from PORT and PORTAL_DATA. Throws StartError for a port that is none. */
export function readSettings(): { port: number; data: string } {
  const port = Number(process.env['PORT'] ?? 8787)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`PORT must be a number from 0 to 65535, not "${process.env['PORT']}".`)
  return { port, data: resolve(process.env['PORTAL_DATA'] ?? join(root, '.data')) }
}

/** Who may sign up, and the limits of a firm. */
const LIMITS = ['SIGN_UP', 'OPERATOR_EMAIL', 'INVITATIONS_PER_DAY', 'INVITATIONS_PER_DAY_MAX', 'STORAGE_PER_FIRM_GB']

/** Variables that a portal on this machine takes from the environment: sign-in providers, a language model, limits. */
export function providerVariables(): Record<string, string> {
  return Object.fromEntries(
    [...Object.keys({ ...OAUTH_VARIABLES, ...AI_VARIABLES }), 'RESEND_WEBHOOK_SECRET', ...LIMITS].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Refuses a taken port before anything else is started. */
export async function checkPort(port: number): Promise<void> {
  await new Promise<void>((done, refuse) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      refuse(
        new StartError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken. Set PORT to a free one.`
            : `Port ${port} cannot be used: ${error.message}`,
        ),
      )
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}

/** Prints the addresses and the demo sign-ins. */
export function announce(url: string, lastLine: string): void {
  const client = DEMO_CLIENTS.find((c) => c.signedUp)
  console.log(
    [
      '',
      `  Client portal   ${url}`,
      '',
      `  Bookkeeper      ${url}/               ${DEMO_BOOKKEEPER.email}   ${DEMO_PASSWORD}`,
      `  Client          ${url}/client-auth    ${client?.email ?? ''}   ${DEMO_PASSWORD}`,
      `  Sent mail       ${url}/dev/mailbox`,
      `  API             ${url}/api/docs`,
      '',
      `  ${lastLine}`,
      '',
    ].join('\n'),
  )
}

/** Something that runs until it is stopped. */
interface Running {
  stack: Stack
  stop: () => Promise<void>
}

/**
 * Runs a portal until a signal or the end of its database server: takes the data folder, starts what `begin` starts, and stops
 * it. `begin` hands over each part as soon as it runs, so that a failure in the middle stops what runs already.
 */
export async function runUntilStopped(
  data: string,
  begin: (started: (running: Running) => void) => Promise<void>,
): Promise<void> {
  const lock = takeLock(data)
  let running: Running | undefined
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    await running?.stop()
    lock.release()
    process.exit(code)
  }
  const listen = () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.removeAllListeners(signal).on(signal, () => void stop(0))
  }
  listen()
  try {
    await begin((started) => {
      running = started
      // Miniflare ends the process at once on a signal; the database server and the lock would stay behind.
      listen()
      const { sqld } = started.stack
      lock.note(sqld.process.pid)
      void sqld.exited.then(() => {
        if (!stopping)
          console.error('The database server ended unexpectedly. Start again; nothing that was saved is lost.')
        return stop(1)
      })
    })
  } catch (error) {
    console.error(explain(error))
    await stop(1)
  }
}

/** Returns one line for what the person can act on; other errors keep their stack. */
function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  return isDiskError(error) ? `${error.path ?? 'A file'} cannot be used: ${systemReason(error)}` : error
}

/** Runs a command's main function; what the person can act on is shown as one line. */
export async function command(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
