import { newDevice, nextMail, post } from '../../worker/src/testing/accounts.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import { allRoutes, pathOf } from '../../worker/src/testing/access-routes.ts'
import {
  CODE_SUBJECT,
  newPerson,
  operatorBrowser,
  operatorCode,
  signedInOperator,
  signedInTeam,
} from '../../worker/src/testing/operators.ts'
import { stranger, unique } from '../../worker/src/testing/portal.ts'
import { newRemote, type Publisher } from '../../worker/src/testing/remotes.ts'
import { change, rows } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows, rowsNaming } from './lib/database.ts'
import { newFirm } from './lib/people.ts'
import { newLiveRemote } from './lib/remotes.ts'
import { atOnce, drain, fromNewAddress } from './lib/requests.ts'
import { OPERATORS } from './lib/target.ts'

/** The sign-in to the operator page, its sessions, and the routes that accept them or the token of a remote. */

const signIn = (email: string, code: string, headers: Record<string, string>): Promise<Response> =>
  post('/api/auth/operator/sign-in', { email, code }, headers)
const requestCode = (email: string, headers: Record<string, string>): Promise<Response> =>
  post('/api/auth/operator/code', { email }, headers)
const sessionsOf = (email: string): Promise<number> => countRows('operator_sessions WHERE email = ?', email)

const operators = [...OPERATORS]
/** Returns an operator that no other attack uses, because the codes of each are limited. */
const nextOperator = (): string => operators.shift() ?? ''
const routes = (await allRoutes()).filter(({ path }) => /^\/api\/(remotes|delivery)/.test(path))
const firm = await newFirm()

attack('codes: guessed, of another browser, replayed, and many at a time', async (t) => {
  const email = nextOperator()
  const device = newDevice()
  const code = await operatorCode(email, device)
  await t.refuses('a code in another browser', signIn(email, code, newDevice()), 'invalid_code')
  await t.refuses('a code without a browser', signIn(email, code, {}), 'invalid_code')
  await drain(requestCode(email, { ...newDevice(), ...fromNewAddress() }))
  await t.race('signing in with one code', () => signIn(email, code, device))
  t.check((await sessionsOf(email)) === 1, 'one code opened several sessions')
  await t.refuses('a code again', signIn(email, code, device), 'invalid_code', 'too_many_requests')

  const other = nextOperator()
  const mine = newDevice()
  const right = await operatorCode(other, mine)
  const guesses = await atOnce(40, (i) => signIn(other, `ABCDE-${String(23456 + i).replaceAll(/[01]/g, '2')}`, mine))
  t.check(
    guesses.every(({ ok }) => !ok),
    'a guess was accepted',
  )
  const sql = "SELECT tries FROM verification_codes WHERE email = ? AND purpose = 'operator'"
  const [row] = await rows<{ tries: number }>(sql, other)
  t.check((row?.tries ?? 0) <= 5, `40 guesses at once had ${row?.tries} tries`)
  await t.refuses('the code after the guesses', signIn(other, right, mine), 'invalid_code', 'too_many_requests')
  t.check((await sessionsOf(other)) === 0, 'a session was opened after too many guesses')
})

attack('operators revealed, and mail to addresses of others', async (t) => {
  const email = nextOperator()
  const shape = async (response: Response) => [response.status, await response.text()].join()
  const expected = await shape(await requestCode(`${unique('nobody')}@example.com`, newDevice()))
  const person = await newPerson('mf-attacked')
  for (const known of [email, person]) {
    t.check((await shape(await requestCode(known, newDevice()))) === expected, `the response names ${known}`)
    await nextMail(known, CODE_SUBJECT)
  }
  const { bookkeeper } = firm
  t.check((await shape(await requestCode(bookkeeper.email, newDevice()))) === expected, 'or bookkeepers')
  t.check((await countRows('verification_codes WHERE email = ?', bookkeeper.email)) === 0, 'a bookkeeper gets a code')
  for (const known of [email, person]) {
    const list = `${known},${bookkeeper.email}`
    for (const address of [list, `${known}\n`, ` ${known} , x@example.com`, `"${known}"`, `${known}.evil.example`]) {
      await drain(requestCode(address, newDevice()))
      t.check((await sessionsOf(address)) === 0, `${address} may sign in`)
    }
  }
})

attack('sessions: replayed, from other sites, after their end', async (t) => {
  const email = nextOperator()
  const device = newDevice()
  const signedIn = await signIn(email, await operatorCode(email, device), device)
  const operator = operatorBrowser(signedIn)
  const flags = signedIn.headers.get('set-cookie') ?? ''
  for (const flag of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
    t.check(flags.includes(flag), `the cookie is not ${flag}`)
  const states = '/api/delivery/remotes'
  await t.accepts('the states', operator.fetch(states))
  for (const [site, headers] of Object.entries({
    'another site': { 'sec-fetch-site': 'cross-site' },
    'a subdomain': { 'sec-fetch-site': 'same-site' },
  })) {
    await t.refuses(`the states from ${site}`, operator.fetch(states, { headers }), 'forbidden')
    await t.refuses(`sign-out from ${site}`, operator.fetch('/api/auth/operator/sign-out', { method: 'POST', headers }))
  }
  await t.refuses(
    'the states from an old browser',
    stranger.fetch(states, { headers: { cookie: operator.cookie, origin: 'https://evil.example' } }),
    'forbidden',
  )
  await t.refuses('the session as a token', stranger.fetch('/api/clients', { headers: { cookie: operator.cookie } }))
  await t.accepts('signing out', operator.post('/api/auth/operator/sign-out', {}))
  await t.refuses('a replayed cookie', operator.fetch(states), 'unauthenticated')

  const [kept, left] = [await newLiveRemote(), await newLiveRemote()]
  const person = await newPerson(kept.name, left.name)
  const team = await signedInOperator(person)
  const late = newDevice()
  const lateCode = await operatorCode(person, late)
  const versions = ({ name }: Publisher) => team.fetch(`/api/remotes/${name}/versions`)
  await t.accepts('the versions of a remote of two', versions(left))
  await change('DELETE FROM remote_people WHERE name = ?', left.name)
  await t.refuses('the versions of a remote whose team the person has left', versions(left), 'forbidden')
  await t.accepts('the versions of the other one', versions(kept))
  await change('DELETE FROM remote_people WHERE name = ?', kept.name)
  await t.refuses('the versions after leaving both', versions(kept), 'forbidden')
  await t.refuses('an earlier code after leaving both', signIn(person, lateCode, late), 'invalid_code')
  await t.refuses('the flags by a former person of a team', team.fetch('/api/delivery/flags'), 'forbidden')
  t.check(!(await (await team.fetch(states)).text()).includes(kept.name), 'a former person of a team sees its remote')
})

/** Somebody who may not use a route. */
interface Outsider {
  who: string
  send: (method: string, path: string) => Promise<Response>
}

async function outsidersOf(own: Publisher): Promise<Outsider[]> {
  const [other, revoked] = [await newLiveRemote(), await newRemote(own.name)]
  await change('UPDATE remote_tokens SET revoked_at = ? WHERE id = (SELECT max(id) FROM remote_tokens)', '2026-01-01')
  const team = await signedInTeam(other.name)
  const by = (who: string, token: string): Outsider => ({
    who,
    send: (method, path) => ask(token, method, path, method === 'GET' ? undefined : {}),
  })
  return [
    by('a stranger', ''),
    by('a bookkeeper', firm.bookkeeper.token),
    by('a client', firm.one.client.token),
    by('another team', other.token),
    by('a revoked token', revoked.token),
    by('a shortened token', own.token.slice(0, -1)),
    by('the label of a token', 'ci'),
    {
      who: 'the session of another team',
      send: (method, path) => team.fetch(path, { method, ...(method === 'GET' ? {} : { body: '{}' }) }),
    },
  ]
}

/** Routes that anybody may call. */
const OPEN = new Set(['GET /api/remotes', 'POST /api/remotes/{name}/token'])

attack("another team's remote, on every route", async (t) => {
  const own = await newLiveRemote()
  const outsiders = await outsidersOf(own)
  const before = await rowsNaming([own.name], '')
  for (const route of routes.filter(({ key, path }) => !OPEN.has(key) && path.includes('{name}'))) {
    const path = pathOf(route, firm.one.things, { name: own.name, version: '1.1.0', path: 'routes.1.js' })
    for (const { who, send } of outsiders)
      await t.refuses(`${route.key} by ${who}`, send(route.method, path), 'unauthenticated', 'forbidden')
  }
  await expectUnchanged(t, own.name, before)
})

async function expectUnchanged(t: Trial, name: string, before: ReadonlyMap<string, string>): Promise<void> {
  const after = await rowsNaming([name], '')
  for (const [key, row] of after) t.check(before.get(key) === row, `${key} is ${row} now`)
  t.check(after.size === before.size, `${before.size - after.size} rows are gone`)
}

attack('a token for previews, on every route', async (t) => {
  const own = await newLiveRemote()
  const { token } = await newRemote(own.name, 'preview')
  const before = await rows('SELECT * FROM remotes WHERE name = ?', own.name)
  const mayPreview = /versions$|files|preview$|local$|tabs$|switches$|canary$|health$/
  for (const route of routes.filter(({ key, path }) => !OPEN.has(key) && path.includes('{name}'))) {
    if (route.method === 'GET' || (mayPreview.test(route.path) && route.key !== 'POST /api/remotes/{name}/canary'))
      continue
    const path = pathOf(route, firm.one.things, { name: own.name, version: '1.1.0' })
    const body = route.method === 'DELETE' ? undefined : {}
    // Flags accept sessions only.
    const code = path.includes('/flags/') ? 'unauthenticated' : 'forbidden'
    await t.refuses(`${route.key} with a token for previews`, ask(token, route.method, path, body), code)
  }
  const after = await rows('SELECT * FROM remotes WHERE name = ?', own.name)
  t.check(JSON.stringify(after) === JSON.stringify(before), 'a token for previews changed what is live')
})
