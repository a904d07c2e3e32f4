import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { AI_VARIABLES } from '../../worker/src/platform/settings/language-model.ts'
import { OAUTH_VARIABLES } from '../../worker/src/platform/settings/sign-in-providers.ts'
import { takeLock } from '../run/lock.ts'
import type { Stack } from '../run/stack.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_OPERATOR, DEMO_PASSWORD } from '../seed/people.ts'
import { ROOT } from './root.ts'
import { StartError } from './start-error.ts'
import { isDiskError, systemReason } from './system-reason.ts'
import { asksForHelp, misuse } from './usage.ts'

/** Settings, output and signals of commands. */

/** Reads port and data folder from PORT and PORTAL_DATA. Throws StartError if the port is invalid. */
export function readSettings(): { port: number; data: string } {
  const port = Number(process.env['PORT'] ?? 8787)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`PORT must be a number from 0 to 65535, not "${process.env['PORT']}".`)
  return { port, data: resolve(process.env['PORTAL_DATA'] ?? join(ROOT, '.data')) }
}

/** Variables for sign-up, for operators, and for the limits of a firm. */
const LIMITS = [
  'SIGN_UP',
  'OPERATOR_EMAIL',
  'OPERATORS',
  'INVITATIONS_PER_DAY',
  'INVITATIONS_PER_DAY_MAX',
  'STORAGE_PER_FIRM_GB',
  'ACCOUNT_MAILS_PER_HOUR',
]

/** Returns variables that a portal on this machine takes from the environment: providers, language model, limits. */
export function providerVariables(): Record<string, string> {
  const names = [
    ...Object.keys({ ...OAUTH_VARIABLES, ...AI_VARIABLES }),
    'RESEND_WEBHOOK_SECRET',
    'PASSWORD_HASH_COST',
    ...LIMITS,
  ]
  const given = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { OPERATORS: DEMO_OPERATOR, ...(Object.fromEntries(given) as Record<string, string>) }
}

/** Throws StartError when a port is in use. */
export async function checkPort(port: number): Promise<void> {
  await new Promise<void>((resolveFree, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. Set PORT to a free one.`
            : `Port ${port} cannot be used: ${error.message}`,
        ),
      )
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolveFree()))
  })
}

const PROGRESS_PAUSE_S = 3
/** Seconds after the command began, when it last printed a step. */
let announcedAt = 0

/** Prints what a command does next, after the seconds since it began. */
export function announceStep(what: string): void {
  announcedAt = process.uptime()
  console.log(`[${process.uptime().toFixed(1).padStart(5)} s] ${what}`)
}

/** Prints how far a step is, every few seconds. */
export function announceProgress(what: string): void {
  if (process.uptime() - announcedAt >= PROGRESS_PAUSE_S) announceStep(what)
}

/** Prints the addresses and the demo sign-ins. */
export function announce({ url, operatorUrl }: Pick<Stack, 'url' | 'operatorUrl'>, lastLine: string): void {
  const client = DEMO_CLIENTS.find((c) => c.signedUp)
  console.log(
    [
      '',
      `  Client portal   ${url}`,
      '',
      `  Bookkeeper      ${url}/               ${DEMO_BOOKKEEPER.email}   ${DEMO_PASSWORD}`,
      `  Client          ${url}/client-auth    ${client?.email ?? ''}   ${DEMO_PASSWORD}`,
      `  Operator        ${operatorUrl}/remotes        ${DEMO_OPERATOR}   code by email`,
      `  Sent email      ${url}/dev/mailbox`,
      `  API             ${url}/api/docs`,
      '',
      `  ${lastLine}`,
      '',
    ].join('\n'),
  )
}

/** A portal that runs until it is stopped. */
interface Running {
  stack: Stack
  stop: () => Promise<void>
}

/**
 * Locks the data folder and runs a portal until a signal arrives or its database server ends. `begin` reports each part
 * as soon as it runs, so that a later failure stops the parts that already run.
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
      // Replaces Miniflare's handlers, which end the process at once and leave the database server and the lock behind.
      listen()
      const { sqld } = started.stack
      lock.recordDatabase(sqld.process.pid)
      void sqld.exited.then(() => {
        if (!stopping)
          console.error('The database server ended unexpectedly. Start the portal again. No saved data is lost.')
        return stop(1)
      })
    })
  } catch (error) {
    console.error(explain(error))
    await stop(1)
  }
}

/** Returns a message for errors that the user can fix. Other errors keep their stack. */
function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  return isDiskError(error) ? `${error.path ?? 'A file'} cannot be used: ${systemReason(error)}` : error
}

/**
 * Runs a command's main function. Prints errors that the user can fix as messages.
 * @param usage printed instead for `--help`, and when the arguments are wrong
 */
export async function command(usage: string, main: () => Promise<void>): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage)
  try {
    await main()
  } catch (error) {
    console.error(misuse(error, usage) ?? explain(error))
    process.exit(1)
  }
}
