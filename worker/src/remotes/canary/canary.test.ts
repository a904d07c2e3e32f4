import type { Canary } from '@portal/contract/canaries'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { Outcome } from '@portal/contract/vitals'
import { expect, it } from 'vitest'
import { type Cohort, isInShare } from '../../auth/sessions/cohort.ts'
import { uuidv7 } from '../../ids.ts'
import { getCanary } from '../../../local/canary-api.ts'
import { previewRemote, publishCanary } from '../../../local/publish.ts'
import { good, nextMail, refused } from '../../testing/accounts.ts'
import { cohortCookie } from '../../testing/cohort.ts'
import { triggerDueWork } from '../../testing/digests.ts'
import { signedInOperator, signedInTeam } from '../../testing/operators.ts'
import { insert, mailsTo, newBookkeeper, newClient, operatorUrl, portalUrl } from '../../testing/portal.ts'
import { ENTRY, folderOf, newRemote, pageOf, publish, type Publisher } from '../../testing/remotes.ts'
import { change, rows } from '../../testing/work.ts'

/** One of the operators. */
const OPERATOR = 'operator-0@example.com'

/** Returns a remote with the live version 1.0.0, and 1.1.0 uploaded. */
async function twoVersions(): Promise<Publisher> {
  const remote = await newRemote()
  await publish(remote)
  await upload(remote, '1.1.0')
  return remote
}
const upload = (remote: Publisher, version: string) =>
  previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version }) })

const canary = <T>(remote: Publisher, action: string, body: unknown) =>
  good<T>(remote.call('POST', `/canary${action}`, JSON.stringify(body)))
const start = (remote: Publisher, body: object) => canary(remote, '', { version: '1.1.0', ...body })
const portalOf = ({ token }: Publisher) => ({ url: portalUrl, token })
const status = (remote: Publisher): Promise<Canary> => getCanary(portalOf(remote), remote.name)

const someone = (): Cohort => ({ userId: uuidv7(), firmId: uuidv7() })
/** Returns people of whom all, or none, are in a share. */
function people(count: number, { name }: Publisher, percent: number, inside = true, version = '1.1.0'): Cohort[] {
  const chosen: Cohort[] = []
  while (chosen.length < count) {
    const person = someone()
    if (isInShare(person, `${name}@${version}`, percent) === inside) chosen.push(person)
  }
  return chosen
}
async function registry(remote: Publisher, cookie = '') {
  const answer = await fetch(new URL('/api/remotes', portalUrl), { headers: { cookie } })
  const { remotes, targeted } = (await answer.json()) as { remotes: RemoteEntry[]; targeted?: true }
  const { version, watch, leave } = remotes.find(({ name }) => name === remote.name) ?? {}
  return { version, watch, leave, targeted }
}
const versionFor = async (remote: Publisher, person: Cohort) => (await registry(remote, cohortCookie(person))).version

/** Reports outcomes as a person's page does. */
async function report(remote: Publisher, version: string, cookie: string, kinds: readonly Outcome[]): Promise<void> {
  const ran = { name: remote.name, version }
  const response = await fetch(new URL('/api/vitals', portalUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(portalUrl).origin, cookie },
    body: JSON.stringify({ release: 'r', metrics: [], errors: [], outcomes: kinds.map((kind) => ({ ran, kind })) }),
  })
  expect(response.status).toBe(204)
}
/** Inserts views of a version, as if this many people had reported them. */
const addViews = (remote: Publisher, version: string, count: number) =>
  insert([
    {
      sql: "INSERT INTO canary_votes SELECT ?, ?, value, 'view', ? FROM json_each(?)",
      args: [remote.name, version, new Date().toISOString(), JSON.stringify(Array.from({ length: count }, someone))],
    },
  ])
const switches = (remote: Publisher) =>
  rows(
    'SELECT kind, from_version, to_version, actor, reason FROM remote_switches WHERE name = ? ORDER BY id',
    remote.name,
  )

it('serves a canary to its share, named firms and named people, on every device, and to nobody else', async () => {
  const remote = await twoVersions()
  const [named, first, second] = [await newBookkeeper(), await newBookkeeper(), await newBookkeeper()]
  const colleagues = [first, second].map(({ firmId }) => ({ ...someone(), firmId }))
  const started = await start(remote, {
    percent: 5,
    people: [named.email, 'unknown@example.com'],
    firms: [first.firmId, second.email.toUpperCase(), 'unknown@example.com'],
  })
  expect(started).toEqual({ name: remote.name, version: '1.1.0', percent: 5 })

  const [inside, outside] = [...people(1, remote, 5), ...people(1, remote, 5, false)] as [Cohort, Cohort]
  for (const person of [inside, named, ...colleagues]) {
    expect(await registry(remote, cohortCookie(person))).toMatchObject({
      version: '1.1.0',
      watch: true,
      targeted: undefined,
    })
    expect(await pageOf(`/${remote.name}`, cohortCookie(person))).toContain(`/remotes/${remote.name}/1.1.0/${ENTRY}`)
  }
  expect(await registry(remote, cohortCookie(outside))).toMatchObject({
    version: '1.0.0',
    watch: true,
    targeted: undefined,
  })
  // Visitors and forged cookies get the live version, and learn that there may be another one after sign-in.
  for (const cookie of ['', cohortCookie(inside).replace(/.$/, '~')])
    expect(await registry(remote, cookie)).toMatchObject({ version: '1.0.0', watch: true, targeted: true })
  expect(await pageOf(`/${remote.name}`)).not.toContain(`/${remote.name}/1.1.0/`)
  const file = await fetch(new URL(`/remotes/${remote.name}/1.1.0/${ENTRY}`, portalUrl))
  expect(file.headers.get('cache-control')).toContain('immutable')

  expect(await status(remote)).toMatchObject({
    live: '1.0.0',
    percent: 5,
    next: 25,
    firms: 3,
    people: 2,
  })
  await refused(remote.call('POST', '/canary/stop', JSON.stringify({ version: '1.0.0' })), 'stale')
  await canary(remote, '/stop', { version: '1.1.0' })
  expect(await registry(remote, cohortCookie(inside))).toMatchObject({ version: '1.0.0', watch: undefined })
  expect((await refused(remote.call('GET', '/canary'), 'not_found')).detail).toBe(`${remote.name} has no canary.`)
  expect(await switches(remote)).toMatchObject([
    { kind: 'publish' },
    { kind: 'canary', from_version: '1.0.0', to_version: '1.1.0', reason: 'for 5% of people, 3 firms, and 2 people' },
    { kind: 'stop', from_version: '1.1.0', to_version: '1.0.0' },
  ])
})

it('shows operators the names of those who get a canary, and refuses unknown ones', async () => {
  const remote = await twoVersions()
  const [owner, person] = [await newBookkeeper(undefined, 'Tor'), await newBookkeeper(undefined, 'Ann Smith')]
  const operator = await signedInOperator('operator-12@example.com')
  const path = `/api/remotes/${remote.name}/canary`
  const startAs = (given: object) => operator.post(path, { version: '1.1.0', ...given })
  const detailOf = async (given: object) => (await refused(startAs(given), 'invalid_input')).detail
  expect(await detailOf({ firms: ['unknown@example.com'] })).toBe('There is no firm of unknown@example.com.')
  expect(await detailOf({ firms: [uuidv7()] })).toMatch(/^There is no firm of /)
  expect(await detailOf({ firms: ['Torres'] })).toBe('Please enter the address of a bookkeeper, or the id of a firm.')
  expect(await detailOf({ people: ['unknown@example.com'] })).toBe('There is no account of unknown@example.com.')
  const client = await newClient(owner)
  expect(await detailOf({ firms: [client.email] })).toBe(`There is no firm of ${client.email}.`)

  await good(startAs({ firms: [owner.email], people: [person.email] }))
  const names = ['Tor & Co', `Ann Smith (${person.email})`]
  expect(await good(operator.fetch(path))).toMatchObject({ firms: 1, people: 1, names })
  const team = await signedInTeam(remote.token)
  expect(await good(team.fetch(path))).not.toHaveProperty('names')
  // Whether the person is active shows that there is an account.
  await report(remote, '1.1.0', cohortCookie(person), ['view'])
  expect(await good<Canary>(operator.fetch(path))).toMatchObject({ results: { canary: { people: 1 } } })
  expect((await good<Canary>(team.fetch(path))).results).toBeNull()
  await addViews(remote, '1.1.0', 4)
  expect((await good<Canary>(team.fetch(path))).results?.canary.people).toBe(5)
  await canary(remote, '/promote', { version: '1.1.0' })
  // Neither the history nor the audit log names them.
  const log = await rows('SELECT detail FROM audit_log WHERE subject_id = ?', remote.name)
  expect(JSON.stringify([await switches(remote), log])).not.toContain(person.email)
})

it('rolls back a version that fails for one person in ten, and nobody gets it again', async () => {
  const remote = await newRemote()
  await publish(remote)
  const dir = folderOf(remote, { version: '1.1.0' })
  expect(await publishCanary({ ...portalOf(remote), dir, targets: { percent: 5 } })).toMatchObject({
    percent: 5,
    sent: 4,
  })
  await addViews(remote, '1.0.0', 570)
  const testers = people(30, remote, 5)
  for (const [i, person] of testers.entries()) {
    const kinds = i % 10 === 9 ? (['view', 'render_error'] as const) : (['view'] as const)
    await report(remote, '1.1.0', cohortCookie(person), kinds)
    // Reports again, which must not count twice.
    if (i === 9) await report(remote, '1.1.0', cohortCookie(person), kinds)
    if (i === 28) {
      expect((await status(remote)).results).toMatchObject({
        canary: { people: 29, failed: { render_error: 2 } },
        live: { people: 570, failed: { render_error: 0 } },
      })
      expect(await versionFor(remote, person)).toBe('1.1.0')
    }
  }
  for (const person of testers) expect(await versionFor(remote, person)).toBe('1.0.0')
  expect(await registry(remote)).toMatchObject({ watch: undefined, leave: ['1.1.0'] })
  const reason =
    '1.1.0 showed an error instead of a page or a part of it for 3 of 30 people; the live version 1.0.0 for 0 of 570.'
  expect((await switches(remote)).at(-1)).toEqual({
    kind: 'rollback',
    from_version: '1.1.0',
    to_version: '1.0.0',
    actor: 'portal',
    reason,
  })
  const mail = await nextMail(OPERATOR, `The canary of ${remote.name} was rolled back`)
  expect(mail.text).toContain(reason)
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toEqual([])

  // The same version cannot be tried again, and late reports change nothing.
  const again = await refused(
    remote.call('POST', '/canary', JSON.stringify({ version: '1.1.0', percent: 5 })),
    'invalid_input',
  )
  expect(again.detail).toBe('1.1.0 was withdrawn. Publish a corrected version.')
  for (const person of testers) await report(remote, '1.1.0', cohortCookie(person), ['render_error'])
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toEqual([])
  expect((await mailsTo(OPERATOR)).filter(({ subject }) => subject.includes(remote.name))).toHaveLength(1)
})

it('rolls back a version that nobody in a firm can load, and keeps one that fails like the live one', async () => {
  const [broken, sound] = [await twoVersions(), await twoVersions()]
  const { firmId } = await newBookkeeper()
  const members = Array.from({ length: 3 }, () => ({ userId: uuidv7(), firmId }))
  for (const remote of [broken, sound]) {
    await start(remote, { firms: [firmId] })
    await addViews(remote, '1.0.0', 60)
  }
  await change(
    "INSERT INTO canary_votes SELECT name, version, person, 'failed_load', at FROM canary_votes WHERE name = ?",
    sound.name,
  )
  for (const remote of [broken, sound]) {
    // Failures at once, in one page, and before the page is seen.
    await Promise.all(members.map((person) => report(remote, '1.1.0', cohortCookie(person), ['failed_load'])))
    expect(await versionFor(remote, members[0] as Cohort)).toBe(remote === broken ? '1.0.0' : '1.1.0')
  }
})

it('counts only votes of people for the version that they get', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  const [inside, outside] = [people(1, remote, 50)[0], people(1, remote, 50, false)[0]] as [Cohort, Cohort]
  await report(remote, '1.0.0', cohortCookie(inside), ['hang'])
  await report(remote, '1.1.0', cohortCookie(outside), ['hang'])
  await report(remote, '1.1.0', '', ['hang'])
  await report(remote, '1.1.0', `${cohortCookie(inside)}x`, ['hang'])
  expect((await status(remote)).results).toMatchObject({ canary: { people: 0 }, live: { people: 0 } })
  await report(remote, '1.0.0', cohortCookie(outside), ['view'])
  await report(remote, '1.1.0', cohortCookie(inside), ['view'])
  expect((await status(remote)).results).toMatchObject({ canary: { people: 1 }, live: { people: 1 } })
  const stored = await rows('SELECT * FROM canary_votes WHERE name = ?', remote.name)
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${inside.userId}|${inside.firmId}|${outside.userId}`))
})

it('keeps running when the live version is published again or pinned', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  await publish(remote)
  expect((await remote.call('POST', '/pin', '{}')).status).toBe(200)
  expect((await status(remote)).percent).toBe(5)
  expect((await switches(remote)).map(({ kind }) => kind)).toEqual(['publish', 'canary', 'pin'])
})

it('advances by itself after enough people and time, unless it is suspect, until it is live', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  const waitMinutes = (minutes: number) =>
    change(
      'UPDATE remote_canaries SET step_at = ? WHERE name = ?',
      new Date(Date.now() - minutes * 60_000).toISOString(),
      remote.name,
    )
  const percent = async () => (await status(remote)).percent
  await waitMinutes(11)
  await addViews(remote, '1.1.0', 49)
  await triggerDueWork()
  expect(await percent()).toBe(5)
  // Not due meanwhile: the dispatcher may run at any time.
  await waitMinutes(0)
  await addViews(remote, '1.1.0', 1)
  await addViews(remote, '1.0.0', 570)
  await report(remote, '1.1.0', cohortCookie(people(1, remote, 5)[0] as Cohort), ['view', 'slow_interaction'])
  await waitMinutes(11)
  await triggerDueWork()
  // A slow interaction for one of 51 people, and none for 570 others, is no proof, but a reason to wait.
  expect(await percent()).toBe(5)
  await change("UPDATE canary_votes SET version = '1.0.0' WHERE name = ? AND kind = 'slow_interaction'", remote.name)
  await triggerDueWork()
  await expect.poll(percent).toBe(25)

  await refused(remote.call('POST', '/canary/advance', JSON.stringify({ version: '1.1.0', percent: 5 })), 'stale')
  expect(await canary(remote, '/advance', { version: '1.1.0', percent: 25 })).toMatchObject({ percent: 50 })
  expect(await canary(remote, '/advance', { version: '1.1.0', percent: 50 })).toMatchObject({ percent: 100 })
  expect(await registry(remote)).toMatchObject({ version: '1.1.0', watch: undefined })
  // A repetition has no effect.
  expect(await canary(remote, '/promote', { version: '1.1.0' })).toMatchObject({ percent: 100 })
  await refused(remote.call('POST', '/canary/promote', JSON.stringify({ version: '1.0.0' })), 'stale')
  expect((await switches(remote)).map(({ kind, reason, actor }) => [kind, reason, actor === 'portal'])).toEqual([
    ['publish', null, false],
    ['canary', 'for 5% of people', false],
    ['canary', 'for 25% of people', true],
    ['canary', 'for 50% of people', false],
    ['promote', null, false],
  ])
})

it('ends when another version is published, and refuses a canary that cannot be compared', async () => {
  const remote = await twoVersions()
  const refusal = async (body: object, code: string) =>
    (await refused(remote.call('POST', '/canary', JSON.stringify(body)), code)).detail
  await refusal({ version: '1.1.0' }, 'invalid_input')
  await refusal({ version: '1.1.0', percent: 60 }, 'invalid_input')
  await refusal({ version: '6.6.6', percent: 5 }, 'not_found')
  expect(await refusal({ version: '1.0.0', percent: 5 }, 'invalid_input')).toBe('1.0.0 is live.')
  await start(remote, { percent: 5 })
  await start(remote, { percent: 25 })
  await upload(remote, '1.2.0')
  expect(await refusal({ version: '1.2.0', percent: 5 }, 'stale')).toBe(
    `1.1.0 is the canary of ${remote.name}. Stop or promote it first.`,
  )
  await publish(remote, { version: '1.2.0' })
  await refused(remote.call('GET', '/canary'), 'not_found')
  expect(await versionFor(remote, people(1, remote, 25)[0] as Cohort)).toBe('1.2.0')

  const [empty, viewer] = [await newRemote(), await newRemote(remote.name, 'preview')]
  await upload(empty, '1.1.0')
  await refused(empty.call('POST', '/canary', JSON.stringify({ version: '1.1.0', percent: 5 })), 'invalid_input')
  await refused(viewer.call('POST', '/canary', JSON.stringify({ version: '1.0.0', percent: 5 })), 'forbidden')
  await refused(viewer.call('GET', '/canary'), 'not_found')
  const foreign = { ...empty, name: remote.name }
  const call = fetch(new URL(`/api/remotes/${foreign.name}/canary`, operatorUrl), {
    headers: { authorization: `Bearer ${empty.token}` },
  })
  await refused(call, 'unauthenticated')
})

it('never makes the live version a canary when both happen at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const remote = await twoVersions()
    const tryStart = () => remote.call('POST', '/canary', JSON.stringify({ version: '1.1.0', percent: 5 }))
    await Promise.all([tryStart(), remote.call('POST', '/versions/1.1.0/live', '{}'), tryStart()])
    expect(await registry(remote)).toMatchObject({ version: '1.1.0', watch: undefined })
  }
})

it('refuses a canary and a publication with a page of the canary of another remote', async () => {
  const [one, two] = [await twoVersions(), await twoVersions()]
  const routes = [`/${one.name}-new`]
  for (const remote of [one, two])
    await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '1.2.0', routes }) })
  await start(one, { version: '1.2.0', percent: 5 })
  const canaryOfTwo = two.call('POST', '/canary', JSON.stringify({ version: '1.2.0', percent: 5 }))
  await refused(canaryOfTwo, 'incompatible_remote')
  await refused(two.call('POST', '/versions/1.2.0/live', '{}'), 'incompatible_remote')
  await canary(one, '/promote', { version: '1.2.0' })
})
