import type { Session } from '@portal/contract/auth'
import { post, registered } from '../../worker/src/testing/accounts.ts'
import { bearer, signedIn } from '../../worker/src/testing/factors.ts'
import { slowBody, JSON_BODY } from '../../worker/src/testing/slow-body.ts'
import { newBookkeeper, newClient, portalUrl, stranger } from '../../worker/src/testing/portal.ts'
import { openTab, type Tab } from '../../worker/src/testing/tab.ts'
import { until } from '../../worker/src/testing/until.ts'
import { get, rows, send } from '../../worker/src/testing/work.ts'
import { type Attack, Trial } from './attack.ts'

/** What outlives its time: sockets of ended sessions, and requests that are held back to be judged by an earlier clock. */

const WAIT_MS = 10_000
/** Whether the portal closes a live connection within ten seconds. */
const closes = (tab: Tab): Promise<boolean> =>
  until('the end of the connection', async () => (tab.isOpen() ? undefined : true), WAIT_MS).catch(() => false)

/** Whether a token still opens a live connection. */
async function opens(token: string): Promise<boolean> {
  const tab = openTab(token)
  const open = await Promise.race([
    tab.ready().then(
      () => true,
      () => false,
    ),
    tab.closed.then(() => false),
  ])
  if (tab.isOpen()) await tab.close()
  return open
}

const ENDS: Record<string, (session: Session, password: string) => Promise<Response>> = {
  'signing out': ({ session_id, ...session }) =>
    stranger.fetch(`/api/auth/sessions/${session_id}`, {
      method: 'DELETE',
      headers: bearer({ session_id, ...session }),
    }),
  'a change of the password elsewhere': (session, password) =>
    post(
      '/api/auth/password/change',
      { current_password: password, new_password: 'a-changed-Password-1!' },
      bearer(session),
    ),
}

async function sockets(): Promise<Attack> {
  const trial = new Trial('live connections of sessions that ended')
  for (const [what, end] of Object.entries(ENDS)) {
    const person = await registered()
    const [here, there] = [await signedIn(person), await signedIn(person)]
    const tab = openTab(there.access_token)
    await tab.ready()
    const ended = await end(what === 'signing out' ? there : here, person.password)
    trial.must(ended.ok, `${what} answers ${ended.status}`)
    await ended.text()
    trial.must(await closes(tab), `a live connection outlives ${what}`)
    trial.must(!(await opens(there.access_token)), `the token still opens one after ${what}`)
    if (tab.isOpen()) await tab.close()
  }
  return trial.result('checks')
}

/** Requests whose body comes late. */
async function clocks(): Promise<Attack> {
  const trial = new Trial('requests held back')
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const { items } = await get<{ items: { id: string }[] }>(client, '/api/chat/threads')
  const late = slowBody({ message: 'written before, sent now' })
  const answer = client.fetch(`/api/chat/threads/${items[0]?.id}/messages`, {
    method: 'POST',
    body: late.body,
    ...JSON_BODY,
  })
  await late.begun
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const finished = Date.now()
  await send(bookkeeper, 'POST', '/api/workforms', {
    name: 'Meanwhile',
    fields: [{ id: 'a', name: 'a', type: 'short-text', section: 'A' }],
  })
  late.finish()
  const message = (await (await answer).json()) as { created_at?: string }
  trial.must(
    Date.parse(message.created_at ?? '') >= finished - 500,
    `a message was dated back by ${finished - Date.parse(message.created_at ?? '')} ms`,
  )
  const sql = 'SELECT seq, at FROM audit_log WHERE firm_id = ? ORDER BY seq'
  const entries = await rows<{ at: string }>(sql, bookkeeper.firmId)
  trial.must(
    entries.every((entry, i) => i === 0 || entry.at >= (entries[i - 1]?.at ?? '')),
    'the audit log is not in the order of its times: a view by day skips entries',
  )
  const endless = slowBody({ email: 'nobody@example.com', password: 'x', portal: 'bookkeeper' })
  const began = performance.now()
  const outcome = await fetch(new URL('/api/auth/sign-in', portalUrl), {
    method: 'POST',
    body: endless.body,
    ...JSON_BODY,
    signal: AbortSignal.timeout(30_000),
  }).then(
    ({ status }) => status,
    () => 0,
  )
  const took = performance.now() - began
  trial.must(
    outcome === 408 && took < 25_000,
    `a body that never ends is answered ${outcome} after ${Math.round(took / 1000)} s`,
  )
  return trial.result('checks')
}

/** The attacks of this part. */
export async function attackSessions(): Promise<Attack[]> {
  return [await sockets(), await clocks()]
}
