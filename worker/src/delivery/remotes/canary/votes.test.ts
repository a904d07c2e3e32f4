import { expect, it } from 'vitest'
import { publishGradually } from '../../../../../tools/publish/publish.ts'
import { type Cohort, isInShare } from '../../../portal/auth/sessions/cohort.ts'
import { nextMail, refused } from '../../../testing/accounts.ts'
import {
  addViews,
  people,
  portalOf,
  registryOf,
  report,
  reportAll,
  start,
  status,
  switchesOf,
  twoVersions,
  versionFor,
} from '../../../testing/canaries.ts'
import { cohortCookie } from '../../../testing/cohort.ts'
import { mailsTo, newBookkeeper, newClient } from '../../../testing/portal.ts'
import { folderOf, newRemote, publish, type Publisher } from '../../../testing/remotes.ts'
import { newVoters } from '../../../testing/voters.ts'
import { change, rows } from '../../../testing/work.ts'

const OPERATOR = 'operator-0@example.com'

const isRunning = async ({ name }: Publisher) =>
  (await rows('SELECT 1 FROM remote_canaries WHERE name = ?', name)).length === 1
const tallyOf = async (remote: Publisher) => (await status(remote)).results.canary

it('rolls back a version that fails in one firm in ten, and nobody gets it again', async () => {
  const remote = await newRemote()
  await publish(remote)
  const dir = folderOf(remote, { version: '1.1.0' })
  const published = await publishGradually({ ...portalOf(remote), dir }, { percent: 5 })
  expect(published).toMatchObject({ percent: 5, sent: 4 })
  await addViews(remote, '1.0.0', 570)
  const testers = await people(30, remote, 5)
  const failing = testers.filter((_, i) => i % 10 === 9)
  const [last] = failing.splice(1) as [Cohort]
  await reportAll(remote, testers, ['view'])
  // Reports again, which must not count twice.
  for (let i = 0; i < 2; i++) await reportAll(remote, failing, ['view', 'render_error'])
  expect((await status(remote)).results).toMatchObject({
    canary: { people: 30, firms: 30, broken: 1, failed: { render_error: 1 } },
    live: { people: 570, firms: 570, failed: { render_error: 0 } },
  })
  expect(await versionFor(remote, last)).toBe('1.1.0')
  await reportAll(remote, [last], ['view', 'render_error'])
  for (const person of testers) expect(await versionFor(remote, person)).toBe('1.0.0')
  expect(await registryOf(remote)).toMatchObject({ watch: undefined, leave: ['1.1.0'] })
  const reason =
    '1.1.0 showed an error instead of a page or a part of it for 2 of 30 people (2 of 30 firms); ' +
    'the live version 1.0.0 for 0 of 570 (0 of 570).'
  const rollback = { kind: 'rollback', from_version: '1.1.0', to_version: '1.0.0', actor: 'portal', reason }
  expect((await switchesOf(remote)).at(-1)).toEqual(rollback)
  await nextMail(OPERATOR, `The canary of ${remote.name} is suspect`)
  const mail = await nextMail(OPERATOR, `The canary of ${remote.name} was rolled back`)
  expect(mail.text).toContain(reason)
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toEqual([])

  // The same version cannot be tried again, and late reports change nothing.
  const again = remote.call('POST', '/canary', JSON.stringify({ version: '1.1.0', percent: 5 }))
  expect((await refused(again, 'bad_version')).detail).toContain(' was rolled back at ')
  await reportAll(remote, testers, ['render_error'])
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toEqual([])
  expect((await mailsTo(OPERATOR)).filter(({ subject }) => subject.includes(remote.name))).toHaveLength(2)
})

it('gives each firm one vote', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  await addViews(remote, '1.0.0', 60)
  const { firmId } = await newBookkeeper()
  const isChosen = (person: Cohort) => isInShare(person, `${remote.name}@1.1.0`, 50)
  const colleagues = await newVoters(4, { firmId, isChosen })
  await reportAll(remote, colleagues, ['failed_load', 'hang'])
  const failed = { failed_load: 1, hang: 1 }
  expect(await tallyOf(remote)).toMatchObject({ people: 4, firms: 1, broken: 1, failed })
  expect(await isRunning(remote)).toBe(true)
  await reportAll(remote, await people(1, remote, 50), ['failed_load'])
  expect(await isRunning(remote)).toBe(false)
})

it('gives each firm one vote about the live version', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  await addViews(remote, '1.0.0', 40)
  const { firmId } = await newBookkeeper()
  const isChosen = (person: Cohort) => !isInShare(person, `${remote.name}@1.1.0`, 5)
  for (const liar of await newVoters(8, { firmId, isChosen }))
    await report(remote, '1.0.0', cohortCookie(liar), ['failed_load', 'hang'])
  expect((await status(remote)).results).toMatchObject({ live: { people: 48, failed: { failed_load: 1, hang: 1 } } })
  await reportAll(remote, await people(3, remote, 5), ['failed_load'])
  expect(await isRunning(remote)).toBe(false)
})

it('counts only votes of people for the version that they get', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  const [inside, outside] = [(await people(1, remote, 50))[0], (await people(1, remote, 50, false))[0]] as [
    Cohort,
    Cohort,
  ]
  await report(remote, '1.0.0', cohortCookie(inside), ['hang'])
  await report(remote, '1.1.0', cohortCookie(outside), ['hang'])
  await report(remote, '1.1.0', '', ['hang'])
  await report(remote, '1.1.0', `${cohortCookie(inside)}x`, ['hang'])
  expect((await status(remote)).results).toMatchObject({ canary: { people: 0 }, live: { people: 0 } })
  await report(remote, '1.0.0', cohortCookie(outside), ['view'])
  await report(remote, '1.1.0', cohortCookie(inside), ['view'])
  expect((await status(remote)).results).toMatchObject({ canary: { people: 1 }, live: { people: 1 } })
  const stored = await rows('SELECT * FROM canary_votes WHERE name = ?', remote.name)
  const ids = [inside, outside].flatMap(({ userId, firmId, sessionId }) => [userId, firmId, sessionId])
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(ids.join('|')))
})

it('counts no vote of a person whose role does not open the remote', async () => {
  const remote = await twoVersions()
  const bookkeeper = await newBookkeeper()
  await start(remote, { for: [bookkeeper.firmId] })
  const clients = await newVoters(4, { clientsOf: bookkeeper })
  await reportAll(remote, clients, ['failed_load'])
  expect(await tallyOf(remote)).toMatchObject({ people: 0 })
  await change(
    "UPDATE remote_versions SET place = json_set(place, '$.role', 'client') WHERE name = ? AND version = '1.1.0'",
    remote.name,
  )
  await reportAll(remote, clients, ['view'])
  expect(await rows('SELECT DISTINCT firm FROM canary_votes WHERE name = ?', remote.name)).toHaveLength(1)
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toHaveLength(4)
})

it('counts votes only with a session of the person that has not ended and acts at the firm', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  const [other, revoked, expired, deleted] = (await people(4, remote, 50)) as [Cohort, Cohort, Cohort, Cohort]
  const at = new Date().toISOString()
  await change('UPDATE sessions SET revoked_at = ? WHERE id = ?', at, revoked.sessionId)
  await change('UPDATE sessions SET expires_at = ? WHERE id = ?', at, expired.sessionId)
  await change('DELETE FROM sessions WHERE id = ?', deleted.sessionId)
  const voters = [revoked, expired, deleted, { ...other, userId: deleted.userId }]
  await reportAll(remote, [...voters, { ...other, firmId: revoked.firmId }], ['hang'])
  expect(await tallyOf(remote)).toMatchObject({ people: 0 })
  // Page loads of everybody count in the chart of failures.
  const counted = await rows(
    "SELECT count FROM remote_health WHERE hour > '0' AND name = ? AND kind = 'hang'",
    remote.name,
  )
  expect(counted).toEqual([{ count: 5 }])
  await reportAll(remote, [other], ['hang'])
  expect(await tallyOf(remote)).toMatchObject({ people: 1 })
})

it('counts a client at the firm of the record that the session acts as', async () => {
  const remote = await twoVersions()
  const [own, former] = [await newBookkeeper(), await newBookkeeper()]
  await start(remote, { for: [own.firmId, former.firmId] })
  await change("UPDATE remote_versions SET place = json_set(place, '$.role', 'client') WHERE name = ?", remote.name)
  const [client] = (await newVoters(1, { clientsOf: former })) as [Cohort]
  const moved = await newClient(own)
  await change('UPDATE sessions SET client_id = ? WHERE id = ?', moved.clientId, client.sessionId)
  await reportAll(remote, [client], ['hang'])
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toEqual([])
  await reportAll(remote, [{ ...client, firmId: own.firmId }], ['view'])
  expect(await rows('SELECT 1 FROM canary_votes WHERE name = ?', remote.name)).toHaveLength(1)
})
