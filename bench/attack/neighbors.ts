import { setTimeout } from 'node:timers/promises'
import type { Session } from '@portal/contract/auth'
import {
  CLIENT_PASSWORD,
  codeIn,
  mailedCode,
  newDevice,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  signedUpClient,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import { type Credentials, signedIn } from '../../worker/src/testing/factors.ts'
import { newAddress } from '../../worker/src/testing/new-address.ts'
import { mailsTo, newBookkeeper, newClient, type TestBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { until } from '../../worker/src/testing/until.ts'
import { assigned, change, createdClient, get, newWorkform, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { addClient, signIn } from './lib/people.ts'
import { atOnce, drain, fromNewAddress, rawRequest } from './lib/requests.ts'

/** What a person or firm could do to others: take their clients, read or stop their mails, lock them out. */

attack('another firm adds a client who has an account', async (t) => {
  const [own, thief] = [await newBookkeeper(), await newBookkeeper()]
  const client = await signedUpClient(own)
  const credentials = { email: client.email, password: CLIENT_PASSWORD }
  const before = await signedIn(credentials, 'client')
  const stolen = await createdClient(thief, { email: client.email })
  const workform = await newWorkform(thief, { name: 'SSN and passport' })
  await assigned(thief, workform, [stolen.id])
  const after = await signedIn(credentials, 'client')
  t.check(after.user.client_id === client.id, 'the next sign-in belongs to the other firm')
  const shown = await drain(ask(after.access_token, 'GET', '/api/portal/workforms'))
  t.check(!shown.includes('SSN and passport'), 'the client sees a workform of a firm that they never accepted')
  const { items } = await get<{ items: { id: string }[] }>(thief, `/api/chat/threads?client=${stolen.id}`)
  const presence = await drain(thief.fetch(`/api/chat/threads/${items[0]?.id}/presence`))
  t.check(!presence.includes('"online":true'), 'the other firm sees whether the client is online')
  for (const path of ['', `/workforms/${workform.id}`, ''])
    await drain(send(thief, 'DELETE', `/api/clients/${stolen.id}${path}`))
  for (const session of [before, after])
    await t.accepts('the session after the record was deleted', ask(session.access_token, 'GET', '/api/profile'))
})

attack("a bookkeeper changes a client's address to sign in as the client", async (t) => {
  const own = await newBookkeeper()
  const client = await signedUpClient(own)
  const { updated_at } = await get<{ updated_at: string }>(own, `/api/clients/${client.id}`)
  const email = `${unique('mine')}@example.com`
  const edit = { name: client.name, email, phone: '1', company: null, status: 'active', updated_at }
  await drain(send(own, 'PATCH', `/api/clients/${client.id}`, edit))
  for (const purpose of ['signup', 'recovery'])
    await t.refuses(`a code for ${purpose} to the new address`, post('/api/auth/client/code', { email, purpose }))
  const credentials = { email: client.email, password: CLIENT_PASSWORD }
  await t.accepts("the client's sign-in after the edit", signIn(credentials, {}, 'client'))
  await nextMail(client.email, 'Your verification code')
  const isTold = (await mailsTo(client.email)).some((mail) => /address|email/i.test(mail.subject))
  t.check(isTold, 'the old address gets no mail about the change')
})

attack('text of a bookkeeper in mails about accounts', async (t) => {
  const own = await newBookkeeper()
  const client = await createdClient(own, { name: 'Call 555 0199 Security Team' })
  await drain(post('/api/auth/client/code', { email: client.email, purpose: 'signup' }))
  const { text, html } = await nextMail(client.email, 'Your verification code')
  t.check(!(text + html).includes('555 0199'), "the mail with the code contains the bookkeeper's text")
})

attack('forged hosts in the links of mails', async (t, { url }) => {
  const evil = 'evil.example'
  for (const headers of [
    { host: evil },
    { 'x-forwarded-host': evil },
    { forwarded: `host=${evil};proto=http` },
    { 'x-forwarded-proto': 'http', 'x-forwarded-server': evil },
    {},
  ] as Record<string, string>[]) {
    const person = newSignUp()
    const json = { 'content-type': 'application/json', ...headers }
    const { status } = await rawRequest(url, '/api/auth/sign-up', json, JSON.stringify(person))
    const claim = JSON.stringify(headers)
    // A host other than loopback looks like a request without TLS, which is refused.
    t.check(status === 201 || (status === 403 && 'host' in headers), `a sign-up with ${claim}: ${status}`)
    if (status !== 201) continue
    const mail = JSON.stringify(await nextMail(person.email, 'Confirm your email address'))
    const links = mail.match(/https?:\/\/[^\s"'<>\\)]+/g) ?? []
    const areOwn = links.length > 0 && links.every((link) => link.startsWith('https://portal.example'))
    t.check(areOwn && !mail.includes(evil), `a mail after ${claim} links to ${links.join(' ')}`)
  }
  t.check((await rawRequest(url, '/dev/mailbox.json')).status === 404, 'production has the development mailbox')
})

/** Assigns a workform to a new client and returns the mail about it. */
async function assignmentMail(bookkeeper: TestBookkeeper) {
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
  return until('the mail about a workform', async () => (await mailsTo(client.email))[0])
}

attack('a link that turns off mails, opened again and again', async (t) => {
  const bookkeeper = await newBookkeeper()
  const [, token] = /mail-off\?token=([\w.-]+)/.exec(JSON.stringify(await assignmentMail(bookkeeper))) ?? []
  t.check(token !== undefined, 'the mail has no link to turn off its kind')
  for (let i = 0; i < 20; i++) await drain(post(`/mail-off?token=${token}`, {}))
  const entries = await countRows("audit_log WHERE firm_id = ? AND action = 'account.mail_switched'", bookkeeper.firmId)
  t.check(entries <= 1, `twenty opened links wrote ${entries} entries into the audit log`)
})

attack('an address becomes a client between its sign-up and confirmation', async (t) => {
  const person = newSignUp()
  await drain(post('/api/auth/sign-up', person))
  const mail = await nextMail(person.email, 'Confirm your email address')
  const thief = await newBookkeeper()
  await drain(addClient(thief, { email: person.email }))
  const { status } = await post('/api/auth/confirm', { token: tokenIn(mail, 'confirm') })
  t.check(status < 500, `confirming: ${status}`)
  const seen = await drain(thief.fetch('/api/firm-mail/deliveries'))
  t.check(!seen.includes('Confirm your email'), "another firm sees the mails of a bookkeeper's sign-up")
})

attack('a bookkeeper tests which addresses use the portal', async (t) => {
  const bookkeeper = await newBookkeeper()
  let tested = 0
  for (let i = 0; i < 60; i++) {
    const emails = Array.from({ length: 1000 }, (_, n) => `guess-${i}-${n}@example.com`)
    const response = await send(bookkeeper, 'POST', '/api/clients/import/check', { emails })
    await drain(response)
    if (response.ok) tested += emails.length
  }
  t.check(tested < 60_000, `${tested} addresses were tested in a row`)
})

attack("a firm reads or lifts a complaint about another firm's mail", async (t) => {
  const client = await createdClient(await newBookkeeper())
  const other = await newBookkeeper()
  const copy = await createdClient(other, { email: client.email })
  const problem = "INSERT INTO mail_problems (email, kind, reason, at) VALUES (?, 'complained', 'spam', ?)"
  await change(problem, client.email, new Date().toISOString())
  const seen = await drain(other.fetch(`/api/firm-mail/clients/${copy.id}`))
  t.check(!/complained|spam/.test(seen), "a firm reads a complaint about another firm's mail")
  await drain(send(other, 'POST', `/api/firm-mail/clients/${copy.id}/try-again`))
  t.check((await countRows('mail_problems WHERE email = ?', client.email)) > 0, 'a firm lifts the complaint')
})

attack('turning off a kind of mail, for clients of other firms', async (t) => {
  const client = await newClient(await newBookkeeper())
  await t.accepts('turning it off', send(client, 'PUT', '/api/mail/settings', { kind: 'assigned', on: false }))
  await assignmentMail(await newBookkeeper())
})

/** Signs in with a new browser. @returns the cookies of the browser, which the account knows from now on */
async function knownBrowser(owner: Credentials): Promise<{ cookie: string }> {
  const first = await signIn(owner, fromNewAddress())
  await drain(first)
  const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0])
  return { cookie: cookies.join('; ') }
}

attack('wrong passwords for another account', async (t) => {
  const owner = await registered()
  const browser = await knownBrowser(owner)
  for (let i = 0; i < 30; i++) await drain(signIn({ ...owner, password: `guess-${i}` }, fromNewAddress()))
  await t.accepts('the owner, on a device that was used before', signIn(owner, { ...fromNewAddress(), ...browser }))
})

attack('wrong and other codes for another account', async (t) => {
  const bookkeeper = await newBookkeeper()
  const { email } = await newRecord(bookkeeper)
  const browser = { ...fromNewAddress(), ...newDevice() }
  const request = (headers: Record<string, string>) =>
    post('/api/auth/client/code', { email, purpose: 'signup' }, headers)
  const check = (code: string, headers: Record<string, string>) =>
    post('/api/auth/client/code/check', { email, purpose: 'signup', code }, headers)
  await drain(request(browser))
  const code = codeIn(await nextMail(email, 'Your verification code'))
  for (let i = 0; i < 6; i++) await drain(check(String(100_000 + i), fromNewAddress()))
  await drain(request(fromNewAddress()))
  await t.accepts('the code of the mail', check(code, browser))
  const another = await mailedCode((await newRecord(bookkeeper)).email, 'signup')
  t.check(another.length === 6, 'another client gets no code')
})

attack('many wrong passwords during a sign-in', async (t) => {
  const owner = await registered()
  const address = fromNewAddress()
  const guesses = atOnce(200, (i) =>
    drain(signIn({ email: `nobody-${i}@example.com`, password: 'wrong-password-1!' }, address)),
  )
  const started = performance.now()
  await t.accepts<Session>('the sign-in', signIn(owner, fromNewAddress()))
  const took = performance.now() - started
  await guesses
  const all = performance.now() - started
  t.check(took < all / 2, `the sign-in waited ${Math.round(took)} of ${Math.round(all)} ms behind 200 guesses`)
})

/** Signs in like `signIn`, but does not try again when the portal is busy. */
const signInOnce = (url: string, { email, password }: Credentials, headers: Record<string, string>) =>
  fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password, portal: 'bookkeeper' }),
  })

/** Sends ten wrong passwords a second, each from the next address, until `work` is done. */
async function duringFlood(url: string, addressOf: (i: number) => string, work: () => Promise<void>): Promise<void> {
  const sent: Promise<string>[] = []
  const timer = setInterval(() => {
    const i = sent.length
    const stranger = { email: `nobody-${i}@example.com`, password: 'wrong-password-1!' }
    sent.push(drain(signInOnce(url, stranger, { 'cf-connecting-ip': addressOf(i) })))
  }, 100)
  // Until many more wait than the portal handles before they time out.
  await setTimeout(10_000)
  await work().finally(() => clearInterval(timer))
  await Promise.all(sent)
}

attack('wrong passwords from many networks during a sign-in', async (t, { url }) => {
  const owner = await registered()
  const browser = await knownBrowser(owner)
  const entersSoon = async (who: string, headers: Record<string, string>) => {
    const started = performance.now()
    const { status } = await signInOnce(url, owner, { ...fromNewAddress(), ...headers })
    const took = Math.round(performance.now() - started)
    t.notes.push(`${who}: ${took} ms`)
    t.check(status === 200 && took < 5000, `${who}: ${status} after ${took} ms`)
  }
  const site = newAddress()
  const inSite = (i: number) => site.replace('::1', `:${i.toString(16)}::1`)
  await duringFlood(url, inSite, async () => {
    await entersSoon('a known browser during a flood from one site', browser)
    await entersSoon('a new browser during a flood from one site', newDevice())
  })
  await duringFlood(url, newAddress, () => entersSoon('a known browser during a flood from many sites', browser))
})
