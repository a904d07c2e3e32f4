import type { RemoteState } from '@portal/contract/delivery'
import { expect, it } from 'vitest'
import { addPerson, removePerson } from '../../../../tools/publish/credentials/remote-team.ts'
import { allRoutes } from '../../testing/access-routes.ts'
import { good, newDevice, post, refused } from '../../testing/accounts.ts'
import {
  newPerson,
  type OperatorBrowser,
  operatorCode,
  signedInOperator,
  signedInTeam,
} from '../../testing/operators.ts'
import { newRemote, publish } from '../../testing/remotes.ts'
import { underTest } from '../../testing/under-test.ts'
import { rows } from '../../testing/work.ts'

/** What the people of the teams of remotes see and change on the operator page. */

const store = { url: underTest.databaseUrl }
const newLiveRemote = async () => {
  const remote = await newRemote()
  await publish(remote)
  return remote
}
const statesOf = async (browser: OperatorBrowser) =>
  (await good<{ items: RemoteState[] }>(browser.fetch('/api/delivery/remotes'))).items.map(({ name }) => name)
const sessionOf = (browser: OperatorBrowser) => good(browser.fetch('/api/auth/operator/session'))
const versionsOf = (name: string) => `/api/remotes/${name}/versions`
const signIn = (email: string, code: string, device: Record<string, string>) =>
  post('/api/auth/operator/sign-in', { email, code }, device)

it('shows a person exactly the remotes whose teams the person is in, as long as this is so', async () => {
  const [first, second, other] = [await newLiveRemote(), await newLiveRemote(), await newLiveRemote()]
  const email = await newPerson(first.name, second.name)
  const person = await signedInOperator(email)
  const both = [first.name, second.name].toSorted()
  expect(await sessionOf(person)).toMatchObject({ session: { email, remotes: expect.arrayContaining(both) } })
  expect(await statesOf(person)).toEqual(both)
  for (const name of both) await good(person.fetch(versionsOf(name)))
  expect((await refused(person.fetch(versionsOf(other.name)), 'forbidden')).detail).toBe(
    `${email} is not in the team of ${other.name}.`,
  )

  await addPerson(store, other.name, email)
  await good(person.fetch(versionsOf(other.name)))
  await good(person.post('/api/auth/operator/sign-out', {}))
  await refused(person.fetch(versionsOf(other.name)), 'unauthenticated')
})

it('ends the sessions of a person who is removed from a team, also when the person is added again', async () => {
  const [first, second] = [await newLiveRemote(), await newLiveRemote()]
  const email = await newPerson(first.name, second.name)
  const colleague = await signedInTeam(first.name)
  const person = await signedInOperator(email)
  await removePerson(store, first.name, email)
  await refused(person.fetch(versionsOf(second.name)), 'unauthenticated')
  expect(await sessionOf(person)).toEqual({ session: null })
  await good(colleague.fetch(versionsOf(first.name)))

  const again = await signedInOperator(email)
  expect(await statesOf(again)).toEqual([second.name])
  await refused(again.fetch(versionsOf(first.name)), 'forbidden')
  await refused(again.post(`/api/remotes/${first.name}/rollback`, { to: null }), 'forbidden')

  const device = newDevice()
  const code = await operatorCode(email, device)
  await removePerson(store, second.name, email)
  await refused(signIn(email, code, device), 'invalid_code')
  await addPerson(store, second.name, email)
  await refused(signIn(email, code, device), 'invalid_code')
  await refused(person.fetch(versionsOf(second.name)), 'unauthenticated')
  await refused(again.fetch(versionsOf(second.name)), 'unauthenticated')
})

it("refuses every route for another team's remote, and the flags", async () => {
  const [own, other] = [await newLiveRemote(), await newLiveRemote()]
  const person = await signedInTeam(own.name)
  const routes = (await allRoutes()).filter(
    ({ site, path }) => site === 'operators' && path.includes('{name}') && !path.endsWith('/token'),
  )
  expect(routes.length).toBeGreaterThan(12)
  for (const { method, path } of routes) {
    const target = path.replace('{name}', other.name).replace('{version}', '1.0.0').replace('{path}', 'routes.1.js')
    await refused(person.fetch(target, { method, ...(method === 'GET' ? {} : { body: '{}' }) }), 'forbidden')
  }
})

it('accepts the session instead of a token, for all remotes of an operator and the own ones of a team', async () => {
  const [own, other] = [await newLiveRemote(), await newLiveRemote()]
  const operator = await signedInOperator('operator-10@example.com')
  const email = await newPerson(own.name)
  const person = await signedInOperator(email)
  const rollback = (name: string) => `/api/remotes/${name}/rollback`
  const remove = { method: 'POST', body: JSON.stringify({ to: null }) }
  const foreign = { ...remove, headers: { 'sec-fetch-site': 'same-site' } }
  await refused(operator.fetch(rollback(other.name), foreign), 'forbidden')
  await good(operator.fetch(rollback(other.name), remove))
  await good(person.fetch(rollback(own.name), remove))
  const entriesOf = (name: string) =>
    rows(
      `SELECT actor_role AS role, actor_id AS id, detail ->> 'by' AS by FROM audit_log
        WHERE subject_id = ? AND action = 'remote.rolled_back'`,
      name,
    )
  const operatorEmail = 'operator-10@example.com'
  expect(await entriesOf(other.name)).toEqual([{ role: 'operator', id: operatorEmail, by: operatorEmail }])
  expect(await entriesOf(own.name)).toEqual([{ role: 'team', id: email, by: email }])
  expect(
    await rows(
      'SELECT actor, held_by FROM remote_switches s JOIN remotes USING (name) WHERE name = ? AND kind = ?',
      own.name,
      'rollback',
    ),
  ).toEqual([{ actor: email, held_by: email }])
  const [signedIn] = await rows<{ role: string; detail: string }>(
    "SELECT actor_role AS role, detail FROM audit_log WHERE actor_id = ? AND action = 'operator.signed_in'",
    email,
  )
  expect(signedIn).toEqual({ role: 'team', detail: JSON.stringify({ name: email, remotes: [own.name] }) })
})

it('shows an operator everything, also one who is in a team', async () => {
  const [own, other] = [await newLiveRemote(), await newLiveRemote()]
  await addPerson(store, own.name, 'operator-10@example.com')
  const operator = await signedInOperator('operator-10@example.com')
  expect(await statesOf(operator)).toEqual(expect.arrayContaining([own.name, other.name]))
  await good(operator.fetch('/api/delivery/flags'))
})
