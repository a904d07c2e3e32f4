import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '../../worker/src/app.ts'
import { LOG_FILE_VARIABLE } from '../../worker/src/testing/target.ts'
import { repeat } from '../measure.ts'
import { type Row, valueRow } from '../rows.ts'
import { updateClient } from '../setup/fill.ts'
import { startRecorded } from '../setup/recorder.ts'

/** Round trips of a typical request. Those that follow a write are an average over writes close in time. */
const BUDGETS = { read: 1, write: 2, following: 1 }

const PUBLISHING = 'looks the token of the remote up, so that a revoked token ends at once'
const COMPARING = `${PUBLISHING}, and compares versions`
const KNOWN_BROWSER = 'looks the browser up, so that strangers cannot slow down the owner'
/** Routes that may take more round trips, and why. */
const EXCEPTIONS: Record<string, { most: number; why: string }> = {
  'GET /api/audit': { most: 2, why: 'a page with evidence needs its keys' },
  'POST /api/auth/client/code': { most: 3, why: KNOWN_BROWSER },
  'POST /api/auth/operator/code': { most: 3, why: KNOWN_BROWSER },
  'POST /api/auth/operator/sign-in': { most: 3, why: 'looks up in which teams the person is' },
  'POST /api/auth/oauth/link': { most: 3, why: KNOWN_BROWSER },
  'DELETE /api/auth/oauth/identities/:id': { most: 3, why: 'checks the password' },
  'PUT /api/firm-mail/sender': { most: 3, why: 'checks whose address it is' },
  'POST /api/auth/email-changes/:id/confirm': { most: 3, why: 'checks the password' },
  'GET /api/downloads/:ticket': { most: 2, why: 'consumes the ticket' },
  'GET /api/delivery/remotes': { most: 3, why: 'looks the session up, and reads the registry as pages do' },
  'GET /api/delivery/remotes/:name/health': { most: 2, why: 'looks the session up, so that it ends at once' },
  'GET /api/delivery/flags': { most: 2, why: 'looks the session up, so that it ends at once' },
  'PUT /api/delivery/flags/:name': { most: 4, why: 'looks the session, the flag, and the firm or person up' },
  'DELETE /api/delivery/flags/:name': { most: 3, why: 'looks the session and the flag up' },
  'GET /api/remotes/:name/versions': { most: 2, why: PUBLISHING },
  'POST /api/remotes/:name/versions': { most: 3, why: PUBLISHING },
  'POST /api/remotes/:name/versions/:version/live': { most: 4, why: COMPARING },
  'POST /api/remotes/:name/versions/:version/preview': { most: 4, why: COMPARING },
  'POST /api/remotes/:name/rollback': { most: 4, why: COMPARING },
  'POST /api/remotes/:name/local': { most: 3, why: PUBLISHING },
  'GET /api/remotes/:name/canary': { most: 2, why: PUBLISHING },
  'POST /api/remotes/:name/canary': { most: 4, why: COMPARING },
  'POST /api/remotes/:name/canary/continue': { most: 5, why: COMPARING },
  'POST /api/remotes/:name/canary/stop': { most: 3, why: PUBLISHING },
  'GET /api/remotes/:name/switches': { most: 2, why: PUBLISHING },
}
const UPDATES = 400

/** A log entry of the worker. */
interface Entry {
  event: string
  method: string
  route: string
  status: number
  reads: number
  writes: number
}

/** Runs the worker's tests, which request every route. @returns the log entries of successful requests */
function requestsOfTests(): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'portal-trips-'))
  const log = join(folder, 'log')
  const env = { ...process.env, [LOG_FILE_VARIABLE]: log }
  const command = ['run', '--project', 'worker', 'worker/src']
  const { status } = spawnSync('vitest', command, { cwd: join(import.meta.dirname, '../..'), env, stdio: 'inherit' })
  if (status !== 0) throw new Error('the tests of the worker fail')
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(folder, { recursive: true })
  return lines.map((line) => JSON.parse(line) as Entry).filter((e) => e.event === 'request' && e.status < 400)
}

const tripsOf = ({ reads, writes }: Entry): number => reads + writes

/** Compares the round trips of a typical request with the budget. Repeated checks and conflicts take more. */
function routeRow(route: string, entries: readonly Entry[]): Row {
  const kind = route.startsWith('GET ') ? 'read' : 'write'
  const { most, why } = EXCEPTIONS[route] ?? { most: BUDGETS[kind], why: '' }
  const own = entries.filter((e) => `${e.method} ${e.route}` === route).toSorted((a, b) => tripsOf(a) - tripsOf(b))
  const [typical, worst] = [own[Math.floor((own.length - 1) / 2)], own.at(-1)]
  if (!typical || !worst) return { what: route, figure: 'not requested', against: why, budget: '', met: false }
  const against = [why, tripsOf(worst) > tripsOf(typical) ? `at most ${worst.reads} + ${worst.writes}` : '']
  return {
    what: route,
    figure: `${typical.reads} + ${typical.writes}`,
    against: against.filter(Boolean).join('; '),
    budget: `≤ ${most}`,
    met: tripsOf(typical) <= most,
  }
}

/** Requests to the database for each of many updates close in time, with the delivery of events and the audit log. */
async function followingRow(): Promise<Row> {
  await using started = await startRecorded(UPDATES + 1)
  const { portal, recorder } = started
  await portal.settle()
  recorder.take()
  await repeat(UPDATES, 16, (i) => updateClient(portal, i + 1))
  await portal.settle()
  const trips = recorder.take().length / UPDATES
  const atMost = BUDGETS.write + BUDGETS.following
  return valueRow('An update of 16 at once, with all that follows', trips, 'on average', { atMost })
}

/** Measures the round trips to the database of every route, as reads + writes, and of updates with all that follows. */
export async function measureRoundTrips(): Promise<Row[]> {
  const entries = requestsOfTests()
  const routes = new Set(api.routes.filter(({ method }) => method !== 'ALL').map((r) => `${r.method} /api${r.path}`))
  return [await followingRow(), ...[...routes].toSorted().map((route) => routeRow(route, entries))]
}
