import type { Session } from '@portal/contract/auth'
import { post, registered } from '../../worker/src/testing/accounts.ts'
import { bearer, signedIn } from '../../worker/src/testing/factors.ts'
import { newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { JSON_BODY, slowBody } from '../../worker/src/testing/slow-body.ts'
import { openTab, type Tab } from '../../worker/src/testing/tab.ts'
import { until } from '../../worker/src/testing/until.ts'
import { newWorkform, rows } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { threadOf } from './lib/database.ts'
import { opensLiveConnection } from './lib/requests.ts'

const CLOSE_MS = 10_000
const HELD_BACK_MS = 3000
const closes = (tab: Tab): Promise<boolean> =>
  until('the end of the connection', async () => (tab.isOpen() ? undefined : true), CLOSE_MS).catch(() => false)

/** Ways to end a session from another session. */
const ENDS: Record<string, (here: Session, there: Session, password: string) => Promise<Response>> = {
  'signing out': (_, there) =>
    stranger.fetch(`/api/auth/sessions/${there.session_id}`, { method: 'DELETE', headers: bearer(there) }),
  'a change of the password': (here, _, password) => {
    const change = { current_password: password, new_password: 'a-changed-Password-1!' }
    return post('/api/auth/password/change', change, bearer(here))
  },
}

attack('live connections of ended sessions', async (t) => {
  for (const [what, end] of Object.entries(ENDS)) {
    const person = await registered()
    const [here, there] = [await signedIn(person), await signedIn(person)]
    const tab = openTab(there.access_token)
    await tab.ready()
    await t.accepts(what, end(here, there, person.password))
    t.check(await closes(tab), `a live connection outlives ${what}`)
    t.check(!(await opensLiveConnection(there.access_token)), `the token opens a live connection after ${what}`)
    if (tab.isOpen()) await tab.close()
  }
})

attack('requests whose body comes late', async (t) => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const late = slowBody({ message: 'written before, sent now' })
  const path = `/api/chat/threads/${await threadOf(client.clientId)}/messages`
  const response = client.fetch(path, { method: 'POST', body: late.body, ...JSON_BODY })
  await late.begun
  await new Promise((resolve) => setTimeout(resolve, HELD_BACK_MS))
  const finished = Date.now()
  await newWorkform(bookkeeper)
  late.finish()
  const { created_at } = await t.accepts<{ created_at: string }>('a late message', response)
  const early = finished - Date.parse(created_at)
  t.check(early <= 500, `a message was dated back by ${early} ms`)
  const entries = await rows<{ at: string }>(
    'SELECT at FROM audit_log WHERE firm_id = ? ORDER BY seq',
    bookkeeper.firmId,
  )
  const isOrdered = entries.every(({ at }, i) => at >= (entries[i - 1]?.at ?? ''))
  t.check(isOrdered, 'the audit log is not in the order of its times: a view by day skips entries')
})
