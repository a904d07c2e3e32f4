import { expect, it } from 'vitest'
import type { Cohort } from '../../../portal/auth/sessions/cohort.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { good, refused } from '../../../testing/accounts.ts'
import {
  addViews,
  callCanary,
  people,
  registryOf,
  reportAll,
  start,
  status,
  stepAgo,
  switchesOf,
  twoVersions,
  upload,
  versionFor,
} from '../../../testing/canaries.ts'
import { cohortCookie } from '../../../testing/cohort.ts'
import { triggerDueWork } from '../../../testing/digests.ts'
import { signedInOperator } from '../../../testing/operators.ts'
import { newBookkeeper, operatorUrl, portalUrl, unique } from '../../../testing/portal.ts'
import { ENTRY, newRemote, pageOf, publish, registryEntry } from '../../../testing/remotes.ts'
import { newVoters } from '../../../testing/voters.ts'
import { change, rows } from '../../../testing/work.ts'

it('serves a canary to its share, named firms and named people, on every device, and to nobody else', async () => {
  const remote = await twoVersions()
  const [named, first, second] = [await newBookkeeper(), await newBookkeeper(), await newBookkeeper()]
  const colleagues = [first, second].map(({ firmId }) => ({ userId: uuidv7(), firmId }))
  const started = await start(remote, {
    percent: 5,
    for: [named.email.toUpperCase(), first.firmId, second.firmId],
  })
  expect(started).toEqual({ name: remote.name, version: '1.1.0', percent: 5 })

  const [inside, outside] = [...(await people(1, remote, 5)), ...(await people(1, remote, 5, false))] as [
    Cohort,
    Cohort,
  ]
  for (const person of [inside, named, ...colleagues]) {
    expect(await registryOf(remote, cohortCookie(person))).toMatchObject({
      version: '1.1.0',
      watch: true,
      targeted: undefined,
    })
    expect(await pageOf(`/${remote.name}`, cohortCookie(person))).toContain(`/remotes/${remote.name}/1.1.0/${ENTRY}`)
  }
  expect(await registryOf(remote, cohortCookie(outside))).toMatchObject({
    version: '1.0.0',
    watch: true,
    targeted: undefined,
  })
  // Visitors and forged cookies get the live version, and learn that there may be another one after sign-in.
  for (const cookie of ['', cohortCookie(inside).replace(/.$/, '~')])
    expect(await registryOf(remote, cookie)).toMatchObject({ version: '1.0.0', watch: true, targeted: true })
  expect(await pageOf(`/${remote.name}`)).not.toContain(`/${remote.name}/1.1.0/`)
  const file = await fetch(new URL(`/remotes/${remote.name}/1.1.0/${ENTRY}`, portalUrl))
  expect(file.headers.get('cache-control')).toContain('immutable')

  expect(await status(remote)).toMatchObject({
    live: '1.0.0',
    percent: 5,
    next: 25,
    firms: 2,
    people: 1,
  })
  await refused(remote.call('POST', '/canary/stop', JSON.stringify({ version: '1.0.0' })), 'stale')
  await callCanary(remote, '/stop', { version: '1.1.0' })
  expect(await registryOf(remote, cohortCookie(inside))).toMatchObject({
    version: '1.0.0',
    watch: undefined,
    leave: ['1.1.0'],
  })
  expect((await refused(remote.call('GET', '/canary'), 'not_found')).detail).toBe(`${remote.name} has no canary.`)
  expect(await switchesOf(remote)).toMatchObject([
    { kind: 'publish' },
    {
      kind: 'gradually',
      from_version: '1.0.0',
      to_version: '1.1.0',
      reason: 'for 5% of people, 2 firms, and 1 person',
    },
    { kind: 'stop', from_version: '1.1.0', to_version: '1.0.0' },
  ])
})

it('is for people by address and firms by name or id, and refuses unknown and ambiguous ones', async () => {
  const remote = await twoVersions()
  const name = unique('Torres')
  const [owner, person] = [await newBookkeeper(undefined, name), await newBookkeeper(undefined, 'Ann Smith')]
  const detailOf = async (target: string) => {
    const body = JSON.stringify({ version: '1.1.0', for: [target] })
    return (await refused(remote.call('POST', '/canary', body), 'invalid_input')).detail
  }
  expect(await detailOf('unknown@example.com')).toBe('There is no account of unknown@example.com.')
  const id = uuidv7()
  expect(await detailOf(id)).toBe(`There is no firm ${id}.`)
  expect(await detailOf('Nobody & Co')).toBe('There is no firm Nobody & Co.')
  await start(remote, { for: [`${name} & Co`, person.email] })
  const operator = await signedInOperator('operator-12@example.com')
  const names = [`${name} & Co`, `Ann Smith (${person.email})`]
  const canary = await good(operator.fetch(`/api/remotes/${remote.name}/canary`))
  expect(canary).toMatchObject({ firms: 1, people: 1, names })
  expect(await good(remote.call('GET', '/canary'))).not.toHaveProperty('names')
  expect(await versionFor(remote, (await newVoters(1, { firmId: owner.firmId }))[0] as Cohort)).toBe('1.1.0')
  // Neither the history nor the audit log names them.
  const log = await rows('SELECT detail FROM audit_log WHERE subject_id = ?', remote.name)
  expect(JSON.stringify([await switchesOf(remote), log])).not.toMatch(new RegExp(`${person.email}|${name}`))
  await change('UPDATE firms SET name = ? WHERE id = ?', `${name} & Co`, person.firmId)
  expect(await detailOf(`${name} & Co`)).toBe(`Several firms are named ${name} & Co. Pass the id of one.`)
})

it('keeps running when the live version is published again, and ends when the remote is held', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  await publish(remote)
  expect((await status(remote)).percent).toBe(5)
  await good(remote.call('POST', '/rollback', JSON.stringify({ to: '1.0.0' })))
  await refused(remote.call('GET', '/canary'), 'not_found')
  expect((await switchesOf(remote)).map(({ kind }) => kind)).toEqual(['publish', 'gradually', 'rollback'])
})

it.each([
  { to: '1.0.0', leave: true, left: ['1.1.0', '1.2.0'] },
  { to: '1.0.0', leave: false, left: ['1.2.0'] },
])('ends for everyone when the live version is rolled back, and open tabs leave it ($leave)', async (given) => {
  const { left, ...rollback } = given
  const remote = await twoVersions()
  await good(remote.call('POST', '/versions/1.1.0/live', '{}'))
  await upload(remote, '1.2.0')
  await start(remote, { version: '1.2.0', percent: 50 })
  await good(remote.call('POST', '/rollback', JSON.stringify(rollback)))
  const entry = await registryEntry(remote.name)
  expect(entry).toMatchObject({ version: '1.0.0', leave: expect.arrayContaining(left) })
  if (!rollback.leave) expect(entry).not.toMatchObject({ leave: expect.arrayContaining(['1.1.0']) })
  await refused(remote.call('GET', '/canary'), 'not_found')
})

it('advances by itself after enough people and time, unless it is suspect, until it is live', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  const percent = async () => (await status(remote)).percent
  const waits = async () => (await status(remote)).waits
  await stepAgo(remote, 11)
  await addViews(remote, '1.1.0', 49)
  await triggerDueWork()
  expect(await waits()).toEqual({
    for: 'people',
    text: 'Waits for more people: 49 of 50 since the last step. Continue by hand, or wait.',
  })
  // Not due meanwhile: the dispatcher may run at any time.
  await stepAgo(remote, 0)
  await addViews(remote, '1.1.0', 50)
  expect(await waits()).toMatchObject({ for: 'time' })
  await addViews(remote, '1.0.0', 570)
  await reportAll(remote, await people(1, remote, 5), ['view', 'hang'])
  await stepAgo(remote, 11)
  await triggerDueWork()
  expect([await percent(), (await waits())?.for]).toEqual([5, 'suspicion'])
  await change("UPDATE canary_votes SET version = '1.0.0' WHERE name = ? AND kind = 'hang'", remote.name)
  await triggerDueWork()
  await expect.poll(percent).toBe(25)

  await refused(remote.call('POST', '/canary/continue', JSON.stringify({ version: '1.1.0', percent: 5 })), 'stale')
  expect(await callCanary(remote, '/continue', { version: '1.1.0', percent: 25 })).toMatchObject({ percent: 50 })
  expect(await callCanary(remote, '/continue', { version: '1.1.0', percent: 50 })).toMatchObject({ percent: 100 })
  expect(await registryOf(remote)).toMatchObject({ version: '1.1.0', watch: undefined })
  // Publishing it, too, has no effect.
  await good(remote.call('POST', '/versions/1.1.0/live', '{}'))
  expect((await switchesOf(remote)).map(({ kind, reason, actor }) => [kind, reason, actor === 'portal'])).toEqual([
    ['publish', null, false],
    ['gradually', 'for 5% of people', false],
    ['gradually', 'for 25% of people', true],
    ['gradually', 'for 50% of people', false],
    ['publish', null, false],
  ])
})

it('keeps other versions from being published, and refuses a canary that cannot be compared', async () => {
  const remote = await twoVersions()
  const refusal = async (body: object, code: string) =>
    (await refused(remote.call('POST', '/canary', JSON.stringify(body)), code)).detail
  await refusal({ version: '1.1.0' }, 'invalid_input')
  for (const percent of [0, -1, 5.5, 51]) await refusal({ version: '1.1.0', percent }, 'invalid_input')
  await refusal({ version: '6.6.6', percent: 5 }, 'not_found')
  expect(await refusal({ version: '1.0.0', percent: 5 }, 'invalid_input')).toBe('1.0.0 is live.')
  await start(remote, { percent: 5 })
  await start(remote, { percent: 25 })
  await upload(remote, '1.2.0')
  expect(await refusal({ version: '1.2.0', percent: 5 }, 'left_alone')).toEqual(
    expect.stringMatching(/1\.1\.0 is being published gradually, started by token \S+\. Continue or stop it first\.$/),
  )
  await expect(publish(remote, { version: '1.2.0' })).rejects.toThrow('1.1.0 is being published gradually')
  expect(await versionFor(remote, (await people(1, remote, 25))[0] as Cohort)).toBe('1.1.0')

  const [empty, viewer] = [await newRemote(), await newRemote(remote.name, 'preview')]
  await upload(empty, '1.1.0')
  await refused(empty.call('POST', '/canary', JSON.stringify({ version: '1.1.0', percent: 5 })), 'invalid_input')
  await refused(viewer.call('POST', '/canary', JSON.stringify({ version: '1.0.0', percent: 5 })), 'forbidden')
  await good(viewer.call('GET', '/canary'))
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
    expect(await registryOf(remote)).toMatchObject({ version: '1.1.0', watch: undefined })
  }
})

it('refuses a canary and a publication with a page of the canary of another remote', async () => {
  const [one, two] = [await twoVersions(), await twoVersions()]
  const routes = [`/${one.name}-new`]
  for (const remote of [one, two]) await upload(remote, '1.2.0', { routes })
  await start(one, { version: '1.2.0', percent: 5 })
  const canaryOfTwo = two.call('POST', '/canary', JSON.stringify({ version: '1.2.0', percent: 5 }))
  await refused(canaryOfTwo, 'incompatible_remote')
  await refused(two.call('POST', '/versions/1.2.0/live', '{}'), 'incompatible_remote')
  await good(one.call('POST', '/versions/1.2.0/live', '{}'))
})

it('refuses a canary with a page of the shell or of the live version of another remote', async () => {
  const [one, two] = [await twoVersions(), await twoVersions()]
  for (const [version, route] of [
    ['1.2.0', '/client-auth'],
    ['1.3.0', `/${two.name}`],
  ] as const) {
    await expect(upload(one, version, { routes: [`/${one.name}`, route] })).rejects.toThrow('belongs to')
    await refused(one.call('POST', '/canary', JSON.stringify({ version, percent: 5 })), 'incompatible_remote')
  }
})
