import type { Canary } from '@portal/contract/canaries'
import { expect, it } from 'vitest'
import type { Cohort } from '../../../auth/sessions/cohort.ts'
import { uuidv7 } from '../../../ids.ts'
import { good, refused } from '../../../testing/accounts.ts'
import {
  addViews,
  callCanary,
  people,
  registryOf,
  report,
  start,
  status,
  switchesOf,
  twoVersions,
  upload,
  versionFor,
} from '../../../testing/canaries.ts'
import { cohortCookie } from '../../../testing/cohort.ts'
import { triggerDueWork } from '../../../testing/digests.ts'
import { signedInOperator, signedInTeam } from '../../../testing/operators.ts'
import { newBookkeeper, newClient, operatorUrl, portalUrl } from '../../../testing/portal.ts'
import { ENTRY, newRemote, pageOf, publish } from '../../../testing/remotes.ts'
import { newVoters } from '../../../testing/voters.ts'
import { change, rows } from '../../../testing/work.ts'

it('serves a canary to its share, named firms and named people, on every device, and to nobody else', async () => {
  const remote = await twoVersions()
  const [named, first, second] = [await newBookkeeper(), await newBookkeeper(), await newBookkeeper()]
  const colleagues = [first, second].map(({ firmId }) => ({ userId: uuidv7(), firmId }))
  const started = await start(remote, {
    percent: 5,
    people: [named.email, 'unknown@example.com'],
    firms: [first.firmId, second.email.toUpperCase(), 'unknown@example.com'],
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
    firms: 3,
    people: 2,
  })
  await refused(remote.call('POST', '/canary/stop', JSON.stringify({ version: '1.0.0' })), 'stale')
  await callCanary(remote, '/stop', { version: '1.1.0' })
  expect(await registryOf(remote, cohortCookie(inside))).toMatchObject({ version: '1.0.0', watch: undefined })
  expect((await refused(remote.call('GET', '/canary'), 'not_found')).detail).toBe(`${remote.name} has no canary.`)
  expect(await switchesOf(remote)).toMatchObject([
    { kind: 'publish' },
    { kind: 'canary', from_version: '1.0.0', to_version: '1.1.0', reason: 'for 5% of people, 3 firms, and 2 people' },
    { kind: 'stop', from_version: '1.1.0', to_version: '1.0.0' },
  ])
})

it('shows operators the names of those who get a canary, and refuses unknown ones', async () => {
  const remote = await twoVersions()
  const [owner, person] = [await newBookkeeper(undefined, 'Tor'), await newBookkeeper(undefined, 'Ann Smith')]
  const [colleague] = (await newVoters(1, { firmId: owner.firmId })) as [Cohort]
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
  await report(remote, '1.1.0', cohortCookie(colleague), ['view'])
  expect(await good<Canary>(operator.fetch(path))).toMatchObject({ results: { canary: { people: 1 } } })
  expect((await good<Canary>(team.fetch(path))).results).toBeNull()
  await addViews(remote, '1.1.0', 4)
  expect((await good<Canary>(team.fetch(path))).results?.canary.people).toBe(5)
  await callCanary(remote, '/promote', { version: '1.1.0' })
  // Neither the history nor the audit log names them.
  const log = await rows('SELECT detail FROM audit_log WHERE subject_id = ?', remote.name)
  expect(JSON.stringify([await switchesOf(remote), log])).not.toContain(person.email)
})

it('keeps running when the live version is published again or pinned', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  await publish(remote)
  expect((await remote.call('POST', '/pin', '{}')).status).toBe(200)
  expect((await status(remote)).percent).toBe(5)
  expect((await switchesOf(remote)).map(({ kind }) => kind)).toEqual(['publish', 'canary', 'pin'])
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
  await report(remote, '1.1.0', cohortCookie((await people(1, remote, 5))[0] as Cohort), ['view', 'slow_interaction'])
  await waitMinutes(11)
  await triggerDueWork()
  // A slow interaction in one of 51 firms, and in none of 570 others, is no proof, but a reason to wait.
  expect(await percent()).toBe(5)
  await change("UPDATE canary_votes SET version = '1.0.0' WHERE name = ? AND kind = 'slow_interaction'", remote.name)
  await triggerDueWork()
  await expect.poll(percent).toBe(25)

  await refused(remote.call('POST', '/canary/advance', JSON.stringify({ version: '1.1.0', percent: 5 })), 'stale')
  expect(await callCanary(remote, '/advance', { version: '1.1.0', percent: 25 })).toMatchObject({ percent: 50 })
  expect(await callCanary(remote, '/advance', { version: '1.1.0', percent: 50 })).toMatchObject({ percent: 100 })
  expect(await registryOf(remote)).toMatchObject({ version: '1.1.0', watch: undefined })
  // A repetition has no effect.
  expect(await callCanary(remote, '/promote', { version: '1.1.0' })).toMatchObject({ percent: 100 })
  await refused(remote.call('POST', '/canary/promote', JSON.stringify({ version: '1.0.0' })), 'stale')
  expect((await switchesOf(remote)).map(({ kind, reason, actor }) => [kind, reason, actor === 'portal'])).toEqual([
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
  expect(await versionFor(remote, (await people(1, remote, 25))[0] as Cohort)).toBe('1.2.0')

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
  await callCanary(one, '/promote', { version: '1.2.0' })
})
