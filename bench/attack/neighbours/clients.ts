import type { Session } from '@portal/contract/auth'
import { CLIENT_PASSWORD, nextMail, post, signedUpClient } from '../../../worker/src/testing/accounts.ts'
import { bearer, signedIn } from '../../../worker/src/testing/factors.ts'
import { type Caller, mailsTo, newBookkeeper, stranger, unique } from '../../../worker/src/testing/portal.ts'
import { assigned, createdClient, get, newWorkform, send } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'

const as = (session: Session): Caller => ({
  ...stranger,
  fetch: (path: string, init: RequestInit = {}) =>
    stranger.fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...bearer(session) } }),
})

/** A stranger registers somebody's client, asks for papers and waits for the next sign-in. */
async function capture(trial: Trial): Promise<void> {
  const [own, thief] = [await newBookkeeper(), await newBookkeeper()]
  const client = await signedUpClient(own)
  const credentials = { email: client.email, password: CLIENT_PASSWORD }
  const before = await signedIn(credentials, 'client')
  const stolen = await createdClient(thief, { email: client.email })
  const workform = await newWorkform(thief, { name: 'SSN and passport' })
  await assigned(thief, workform, [stolen.id])
  const session = await signedIn(credentials, 'client')
  const shown = JSON.stringify(await get(as(session), '/api/portal/workforms'))
  trial.must(JSON.stringify(session).includes(client.id), 'the next sign-in lands at a stranger')
  trial.must(!shown.includes('SSN and passport'), 'a stranger asks for papers in a portal that never accepted them')
  const { items } = await get<{ items: { id: string }[] }>(thief, `/api/chat/threads?client=${stolen.id}`)
  const presence = await send(thief, 'GET', `/api/chat/threads/${items[0]?.id}/presence`)
  trial.must(!(await presence.text()).includes('"online":true'), 'a stranger sees whether the client is there')
  const deleted = await send(thief, 'DELETE', `/api/clients/${stolen.id}`)
  await deleted.text()
  await send(thief, 'DELETE', `/api/clients/${stolen.id}/workforms/${workform.id}`).then((r) => r.text())
  await send(thief, 'DELETE', `/api/clients/${stolen.id}`).then((r) => r.text())
  for (const [when, kept] of Object.entries({ before, after: session })) {
    const answer = await as(kept).fetch('/api/profile')
    trial.must(answer.ok, `a stranger ends the session from ${when} by deleting a record: ${answer.status}`)
  }
}

/** A bookkeeper points the record of a client at another address, and signs in as the client. */
async function takeOver(trial: Trial): Promise<void> {
  const own = await newBookkeeper()
  const client = await signedUpClient(own)
  const { updated_at } = await get<{ updated_at: string }>(own, `/api/clients/${client.id}`)
  const mine = `${unique('mine')}@example.com`
  const edit = { name: client.name, email: mine, phone: '1', company: null, status: 'active', updated_at }
  await send(own, 'PATCH', `/api/clients/${client.id}`, edit).then((r) => r.text())
  for (const purpose of ['signup', 'recovery'] as const) {
    const answer = await post('/api/auth/client/code', { email: mine, purpose })
    trial.must(!answer.ok, `a code for ${purpose} goes to the address that the bookkeeper typed`)
    await answer.text()
  }
  const known = await post('/api/auth/sign-in', { email: client.email, password: CLIENT_PASSWORD, portal: 'client' })
  trial.must(known.ok, `the client's own sign-in fails after a bookkeeper's edit: ${known.status}`)
  await nextMail(client.email, 'Your verification code')
  trial.must(
    (await mailsTo(client.email)).some((mail) => /address|email/i.test(mail.subject)),
    'the old address is not told of the change',
  )
}

/** A bookkeeper writes into the mails that the portal sends about a person's own account. */
async function words(trial: Trial): Promise<void> {
  const own = await newBookkeeper()
  const email = `${unique('named')}@example.com`
  const name = 'Call 555 0199 Security Team'
  await createdClient(own, { email, name })
  const asked = await post('/api/auth/client/code', { email, purpose: 'signup' })
  await asked.text()
  const { text, html } = await nextMail(email, 'Your verification code')
  trial.must(!(text + html).includes('555 0199'), 'the mail with the code says what a bookkeeper typed')
  for (const bad of ['Visit https://evil.example', 'www.evil.example', 'evil.example/pay now']) {
    const answer = await send(own, 'POST', '/api/clients', {
      name: bad,
      email: `${unique('url')}@example.com`,
      phone: '1',
    })
    await trial.refused(`a client called ${bad}`, answer, 'invalid_input')
  }
}

/** The attacks of this piece. */
export async function clientsOfOthers(): Promise<Attack> {
  const trial = new Trial("clients of others: taken, read along with, written to in the portal's name")
  for (const attempt of [capture, takeOver, words]) {
    await attempt(trial).catch((error: unknown) => trial.must(false, `could not go on: ${String(error)}`))
  }
  return trial.result('checks')
}
