import type { Canary } from '@portal/contract/canaries'
import type { Outcome } from '@portal/contract/vitals'
import { type Cohort, isInShare } from '../../worker/src/auth/sessions/cohort.ts'
import { uuidv7 } from '../../worker/src/ids.ts'
import { good } from '../../worker/src/testing/accounts.ts'
import { cohortCookie } from '../../worker/src/testing/cohort.ts'
import { newBookkeeper, operatorUrl } from '../../worker/src/testing/portal.ts'
import { newRemote, type Publisher } from '../../worker/src/testing/remotes.ts'
import { until } from '../../worker/src/testing/until.ts'
import { newVoters } from '../../worker/src/testing/voters.ts'
import { change, rows } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { entryOf, goLive, newLiveRemote, peopleInShare, report, uploadVersion } from './lib/remotes.ts'
import { atOnce, drain } from './lib/requests.ts'

/** Canary releases: votes of people who must not decide, versions that come back, and switches at the same time. */

const VERSION = '1.1.0'
/** A canary must be rolled back within this time, in milliseconds. */
const MINUTE = 60_000

const call = (remote: Publisher, action: string, body: object): Promise<Response> =>
  remote.call('POST', `/canary${action}`, JSON.stringify(body))
const start = (remote: Publisher, given: object = {}): Promise<Response> =>
  call(remote, '', { version: VERSION, percent: 5, ...given })
const votesOf = ({ name }: Publisher): Promise<number> =>
  countRows("canary_votes WHERE name = ? AND kind <> 'view'", name)
const isRunning = async ({ name }: Publisher): Promise<boolean> =>
  (await countRows('remote_canaries WHERE name = ?', name)) > 0
const versionFor = async (remote: Publisher, person: Cohort) => (await entryOf(remote, cohortCookie(person)))?.version

async function newCanary(percent = 5): Promise<Publisher> {
  const remote = await newLiveRemote()
  await good(start(remote, { percent }))
  return remote
}

const FAILED: readonly Outcome[] = ['view', 'failed_load', 'hang', 'render_error']

attack('votes of strangers, of repeated reports, and for versions that a person does not get', async (t) => {
  const remote = await newCanary()
  const salt = `${remote.name}@${VERSION}`
  const [inside] = await peopleInShare(1, salt, 5)
  const outside = await peopleInShare(30, salt, 5, false)
  await atOnce(30, () => drain(report(remote, VERSION, FAILED)))
  t.check((await votesOf(remote)) === 0, 'visitors vote')
  await atOnce(30, (i) => drain(report(remote, VERSION, FAILED, outside[i])))
  t.check((await votesOf(remote)) === 0, 'people vote about a canary that they do not get')
  await atOnce(30, () => drain(report(remote, VERSION, FAILED, inside)))
  t.check((await votesOf(remote)) === FAILED.length - 1, 'one person has several votes')
  await atOnce(30, (i) => drain(report(remote, '1.0.0', ['view'], outside[i])))
  t.check(await isRunning(remote), 'one person and strangers rolled a canary back')
  const hangs = () =>
    rows("SELECT count FROM remote_health WHERE hour > '0' AND name = ? AND kind = 'hang'", remote.name)
  const before = await hangs()
  await drain(
    report(
      remote,
      VERSION,
      Array.from({ length: 20 }, () => 'hang' as const),
      outside[0],
    ),
  )
  const after = await hangs()
  const counted = Number(after[0]?.['count']) - Number(before[0]?.['count'])
  t.check(counted === 1, `one report counted as ${counted} page loads`)
})

/** Reports that the canary failed in every way, as the pages of these people do. */
const fail = (remote: Publisher, people: readonly Cohort[]) =>
  atOnce(people.length, (i) => drain(report(remote, VERSION, FAILED, people[i])))
const usersOf = (remote: Publisher): Promise<Canary['results']> => canaryOf(remote).then(({ results }) => results)

attack('votes of people who agree to end a canary', async (t) => {
  const remote = await newCanary(50)
  const isChosen = (person: Cohort) => isInShare(person, `${remote.name}@${VERSION}`, 50)
  const [first, second] = [await newBookkeeper(), await newBookkeeper()]
  await fail(remote, await newVoters(8, { clientsOf: first, isChosen }))
  t.check((await votesOf(remote)) === 0, 'clients vote about a remote of bookkeepers')
  const others = await newVoters(10, { isChosen: (person) => !isChosen(person) })
  await atOnce(others.length, (i) => drain(report(remote, '1.0.0', ['view'], others[i])))
  await fail(remote, await newVoters(8, { firmId: first.firmId, isChosen }))
  t.check(await isRunning(remote), 'one firm rolled a canary back')
  t.check((await usersOf(remote))?.canary.firms === 1, 'a firm counts as several')

  const [ended, expired] = await newVoters(2, { isChosen })
  const at = new Date().toISOString()
  await change('UPDATE sessions SET revoked_at = ? WHERE id = ?', at, ended?.sessionId ?? '')
  await change('UPDATE sessions SET expires_at = ? WHERE id = ?', at, expired?.sessionId ?? '')
  const [colleague] = await newVoters(1, { firmId: first.firmId, isChosen })
  await fail(
    remote,
    [ended, expired].flatMap((person) => person ?? []),
  )
  t.check(await isRunning(remote), 'people who signed out rolled a canary back')
  // A cookie from before a move to another firm, or with the session of somebody else.
  if (colleague && ended)
    await fail(remote, [
      { ...colleague, firmId: second.firmId },
      { ...ended, sessionId: colleague.sessionId },
    ])
  t.check(await isRunning(remote), 'a cookie that is not of the session rolled a canary back')
  await fail(remote, await newVoters(1, { firmId: second.firmId, isChosen }))
  t.check(!(await isRunning(remote)), 'two firms did not roll it back')
})

attack('a firm that reports failures of the live version, so that a worse canary looks no worse', async (t) => {
  const remote = await newCanary()
  const salt = `${remote.name}@${VERSION}`
  const [people, others] = [await peopleInShare(3, salt, 5), await peopleInShare(40, salt, 5, false)]
  await atOnce(others.length, (i) => drain(report(remote, '1.0.0', ['view'], others[i])))
  const isOutside = (person: Cohort) => !isInShare(person, salt, 5)
  const liars = await newVoters(8, { firmId: (await newBookkeeper()).firmId, isChosen: isOutside })
  await atOnce(24, (i) => drain(report(remote, '1.0.0', FAILED, liars[i % liars.length])))
  await fail(remote, people)
  t.check(!(await isRunning(remote)), 'one firm kept a canary that fails for three others')
})

attack('a version that was rolled back automatically', async (t) => {
  const remote = await newCanary()
  const salt = `${remote.name}@${VERSION}`
  const [people, others] = [await peopleInShare(6, salt, 5), await peopleInShare(40, salt, 5, false)]
  await atOnce(others.length, (i) => drain(report(remote, '1.0.0', ['view'], others[i])))
  const began = performance.now()
  await atOnce(people.length, (i) => drain(report(remote, VERSION, ['view', 'failed_load'], people[i])))
  await until('the rollback', async () => ((await isRunning(remote)) ? undefined : true), MINUTE)
  const ms = Math.round(performance.now() - began)
  t.check(ms < MINUTE, `the rollback took ${ms} ms`)
  t.notes.push(`rolled back after ${ms} ms`)
  for (const person of people) t.check((await versionFor(remote, person)) === '1.0.0', 'a person gets it again')
  const left = (await entryOf(remote, cohortCookie({ userId: uuidv7(), firmId: uuidv7() })))?.leave
  t.check(left?.includes(VERSION) === true, 'open tabs keep it')
  for (const percent of [5, 50]) await t.refuses('the same canary again', start(remote, { percent }), 'bad_version')
  await t.refuses('its publication', goLive(remote, VERSION), 'bad_version')
  await t.refuses('its next share', call(remote, '/continue', { version: VERSION, percent: 5 }), 'stale')
  await t.refuses('a rollback to it', remote.call('POST', '/rollback', JSON.stringify({ to: VERSION })), 'not_found')
  for (const person of people) t.check((await versionFor(remote, person)) === '1.0.0', 'a person gets it after that')
})

attack('a canary of another team, and for shares that nobody may choose', async (t) => {
  const [remote, other] = [await newCanary(), await newRemote()]
  const preview = await newRemote(remote.name, 'preview')
  for (const [who, { token }, codes] of [
    ['another team', other, ['unauthenticated']],
    ['a token for previews', preview, ['forbidden']],
  ] as const) {
    const own: Publisher = { ...remote, call: newCall(remote.name, token) }
    for (const action of ['', '/continue', '/stop'])
      await t.refuses(`${action} by ${who}`, call(own, action, { version: VERSION, percent: 5 }), ...codes)
  }
  for (const given of [{ percent: 51 }, { percent: -1 }, { percent: 5.5 }, { percent: 0 }, { for: ['x'] }])
    await t.refuses(JSON.stringify(given), start(remote, given), 'invalid_input')
  t.check((await canaryOf(remote)).percent === 5, 'a refused request changed the canary')
})

const canaryOf = (remote: Publisher): Promise<Canary> => good<Canary>(remote.call('GET', '/canary'))
/** Calls a remote with the token of somebody else. */
const newCall =
  (name: string, token: string): Publisher['call'] =>
  (method, path, body) =>
    fetch(new URL(`/api/remotes/${name}${path}`, operatorUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })

attack('switches at the same time', async (t) => {
  for (let round = 0; round < 5; round++) {
    const remote = await newLiveRemote()
    await uploadVersion(remote, '1.2.0')
    await t.race('starting two canaries', (i) => start(remote, { version: i % 2 ? VERSION : '1.2.0' }), { winners: 20 })
    t.check((await countRows('remote_canaries WHERE name = ?', remote.name)) === 1, 'two canaries of one remote')
    const { version, percent } = await canaryOf(remote)
    await t.race('continuing a canary', () => call(remote, '/continue', { version, percent }))
    await Promise.all([
      ...[0, 1].map(() => drain(goLive(remote, version))),
      ...[0, 1].map(() => drain(call(remote, '/stop', { version }))),
      ...[0, 1].map(() => drain(call(remote, '/continue', { version, percent: 25 }))),
      ...[0, 1].map(() => drain(remote.call('POST', '/rollback', '{}'))),
    ])
    await expectConsistent(t, remote)
  }
  for (let round = 0; round < 10; round++) {
    const remote = await newLiveRemote()
    await Promise.all([drain(start(remote)), drain(goLive(remote, VERSION)), drain(start(remote))])
    await expectConsistent(t, remote)
  }
})

/** Expects that the live version is not a canary, too, and that each switch starts where the one before it ended. */
async function expectConsistent(t: Trial, remote: Publisher): Promise<void> {
  const { name } = remote
  const same = await countRows(
    'remote_canaries JOIN remotes USING (name) WHERE name = ? AND version = live_version',
    name,
  )
  t.check(same === 0, 'the live version is a canary, too')
  const withdrawn = await countRows(
    `remotes JOIN remote_versions USING (name)
      WHERE name = ? AND version = live_version AND (withdrawn_at IS NOT NULL OR removed_at IS NOT NULL)`,
    name,
  )
  t.check(withdrawn === 0, 'a withdrawn version is live')
  const [recorded] = await rows<{ live_version: string }>('SELECT live_version FROM remotes WHERE name = ?', name)
  t.check((await entryOf(remote))?.version === recorded?.live_version, 'people get another version than recorded')
}
