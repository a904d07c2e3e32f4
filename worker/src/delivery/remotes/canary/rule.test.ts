import { CANARY_RULE } from '@portal/contract/canary-rule'
import type { Outcome } from '@portal/contract/vitals'
import { expect, it } from 'vitest'
import { addPerson } from '../../../../../tools/publish/credentials/remote-team.ts'
import { type Cohort, isInShare } from '../../../portal/auth/sessions/cohort.ts'
import {
  addViews,
  callCanary,
  people,
  report,
  reportAll,
  start,
  status,
  stepAgo,
  switchesOf,
  twoVersions,
  upload,
} from '../../../testing/canaries.ts'
import { cohortCookie } from '../../../testing/cohort.ts'
import { triggerDueWork } from '../../../testing/digests.ts'
import { mailsTo, newBookkeeper } from '../../../testing/portal.ts'
import { newPerson } from '../../../testing/operators.ts'
import { newRemote, publish, type Publisher } from '../../../testing/remotes.ts'
import { underTest } from '../../../testing/under-test.ts'
import { until } from '../../../testing/until.ts'
import { newVoters } from '../../../testing/voters.ts'
import { change, rows } from '../../../testing/work.ts'

const OPERATOR = 'operator-0@example.com'
/** In minutes. */
const DAY = 24 * 60

const isRunning = async ({ name }: Publisher) =>
  (await rows('SELECT 1 FROM remote_canaries WHERE name = ?', name)).length === 1

/** Returns the mails to a person about the canary of a remote, after at least so many have arrived. */
const mailsAbout = ({ name }: Publisher, count: number, reader = OPERATOR) =>
  until('the mails', async () => {
    const mails = (await mailsTo(reader)).filter(({ subject }) => subject.includes(name))
    return mails.length >= count ? mails : undefined
  })

/** Reports views of all these people, and a failure of so many of them. */
async function use(remote: Publisher, all: readonly Cohort[], failing: number, kind: Outcome = 'render_error') {
  await reportAll(remote, all.slice(failing), ['view'])
  for (const person of all.slice(0, failing)) await reportAll(remote, [person], [kind, 'view'])
}

// One of ten of those who get it, on a portal of people of firms of their own.
it.each([
  { portal: 20, percent: 50, users: 10, failing: 1, follows: 'suspicion' },
  { portal: 60, percent: 50, users: 30, failing: 3, follows: 'rollback' },
  { portal: 600, percent: 5, users: 30, failing: 3, follows: 'rollback' },
])(
  'notices a version that fails for one person in ten, with $portal people',
  async ({ portal, percent, users, failing, follows }) => {
    const remote = await twoVersions()
    await start(remote, { percent })
    await addViews(remote, '1.0.0', portal - users)
    await use(remote, await people(users, remote, percent), failing)
    expect(await isRunning(remote)).toBe(follows === 'suspicion')
    const mails = await mailsAbout(remote, follows === 'suspicion' ? 1 : 2)
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      [`The canary of ${remote.name} is suspect`, `The canary of ${remote.name} was rolled back`].slice(0, failing),
    )
  },
)

/** Returns people of one firm who get the canary. */
const colleagues = async (count: number, { name }: Publisher, percent: number) =>
  newVoters(count, {
    firmId: (await newBookkeeper()).firmId,
    isChosen: (person) => isInShare(person, `${name}@1.1.0`, percent),
  })

it('waits on a portal of twelve people, says so, and is rolled back when it fails in two firms', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  await addViews(remote, '1.0.0', 6)
  const firm = await colleagues(3, remote, 50)
  await use(remote, await people(3, remote, 50), 0)
  await stepAgo(remote, 2 * DAY)
  await triggerDueWork()
  const [waiting] = await mailsAbout(remote, 1)
  const text = 'Waits for more people: 3 of 50 since the last step. Continue by hand, or wait.'
  expect(waiting).toMatchObject({ subject: `The canary of ${remote.name} waits for you` })
  expect(waiting?.text).toContain(text)
  expect(await status(remote)).toMatchObject({ percent: 50, waits: { for: 'people', text } })

  // All at the same time, and again.
  for (let i = 0; i < 2; i++) await reportAll(remote, firm, ['render_error'])
  expect(await isRunning(remote)).toBe(true)
  const { waits } = await status(remote)
  expect(waits).toEqual({
    for: 'suspicion',
    text:
      'Suspicion: 1.1.0 showed an error instead of a page or a part of it for 3 of 6 people (1 of 4 firms); ' +
      'the live version 1.0.0 for 0 of 6 (0 of 6). It stays with 50% of people: continue by hand, stop it, or wait.',
  })
  await use(remote, await people(1, remote, 50), 1, 'hang')
  expect(await isRunning(remote)).toBe(false)
  expect((await switchesOf(remote)).at(-1)).toMatchObject({
    kind: 'rollback',
    reason:
      '1.1.0 did not finish loading or showed an error instead of a page or a part of it for 4 of 7 people ' +
      '(2 of 5 firms); the live version 1.0.0 for 0 of 6 (0 of 6).',
  })
  const mails = await mailsAbout(remote, 3)
  expect(mails.map(({ subject }) => subject).sort()).toEqual(
    ['is suspect', 'waits for you', 'was rolled back'].map((what) => `The canary of ${remote.name} ${what}`),
  )
  const suspicion = mails.find(({ subject }) => subject.endsWith('suspect'))
  // Sent with the first of the reports.
  for (const part of ['people (1 of 4 firms); the live version', CANARY_RULE, `/remotes?name=${remote.name}`])
    expect(suspicion?.text).toContain(part)
})

it('mails once per step that it waits', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 5 })
  const persons = await colleagues(4, remote, 5)
  // A slow page triggers a review, but is no sign against the canary.
  const review = (i: number) => reportAll(remote, persons.slice(i, i + 1), ['slow_interaction'])
  await review(0)
  await stepAgo(remote, DAY + 1)
  for (const i of [1, 2]) await review(i)
  await mailsAbout(remote, 1)
  await callCanary(remote, '/continue', { version: '1.1.0', percent: 5 })
  await stepAgo(remote, DAY + 1)
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString()
  await change('UPDATE remote_canaries SET reminded_at = ? WHERE name = ?', before, remote.name)
  await review(3)
  expect(await mailsAbout(remote, 2)).toHaveLength(2)
})

it('compares with what the live version did within days', async () => {
  const remote = await twoVersions()
  const [before] = (await newVoters(1)) as [Cohort]
  await report(remote, '1.0.0', cohortCookie(before), ['view', 'failed_load'])
  await start(remote, { percent: 50 })
  await addViews(remote, '1.0.0', 9)
  await addViews(remote, '1.1.0', 5)
  // Two firms more than twice one of nine.
  await use(remote, await people(3, remote, 50), 3)
  expect(await isRunning(remote)).toBe(true)
  await use(remote, await people(1, remote, 50), 1)
  expect(await isRunning(remote)).toBe(false)
})

it('is only suspect when pages are slow or calls fail', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  await addViews(remote, '1.0.0', 20)
  await use(remote, await people(1, remote, 50), 1, 'slow_interaction')
  expect((await status(remote)).waits?.for).toBe('people')
  await use(remote, await people(3, remote, 50), 3, 'slow_interaction')
  expect((await status(remote)).waits?.text).toContain('1.1.0 responded slowly for 4 of 4 people (4 of 4 firms);')
})

it('leaves a canary for a named firm to people, and tells operators that it fails', async () => {
  const remote = await twoVersions()
  const { firmId } = await newBookkeeper()
  await start(remote, { for: [firmId] })
  await addViews(remote, '1.0.0', 20)
  expect((await status(remote)).waits?.for).toBe('person')
  await use(remote, await newVoters(2, { firmId }), 2)
  await stepAgo(remote, DAY + 1)
  await triggerDueWork()
  expect(await isRunning(remote)).toBe(true)
  const [mail, ...others] = await mailsAbout(remote, 1)
  expect(mail?.text).toContain('for 1 of 1 person (1 of 1 firm); the live version 1.0.0 for 0 of 20 (0 of 20).')
  expect(others).toEqual([])
  expect((await status(remote)).waits?.for).toBe('suspicion')
})

it('mails operators and the team, each address once, and names the change before its version', async () => {
  const remote = await newRemote()
  await publish(remote)
  const message = 'Sort the table by due date (https://example.org/sign-in)'
  await upload(remote, '1.1.0', { source: { author: 'Ada Lovelace', message } })
  const [ada, other] = [await newPerson(remote.name), await newPerson((await newRemote()).name)]
  const both = 'operator-1@example.com'
  await addPerson({ url: underTest.databaseUrl }, remote.name, both)
  await start(remote, { percent: 50 })
  await addViews(remote, '1.0.0', 20)
  await use(remote, await people(4, remote, 50), 4)
  const readers = [OPERATOR, both, ada]
  for (const reader of readers) {
    const mails = await mailsAbout(remote, 2, reader)
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      ['is suspect', 'was rolled back'].map((what) => `The canary of ${remote.name} ${what}`),
    )
    for (const { subject, text, html } of mails) {
      const [first, second] = text.split('\n\n')
      expect([first, second]).toEqual([
        subject,
        expect.stringMatching(/^“Sort the table by due date \(.*\)”, Ada Lovelace \(1\.1\.0\)$/),
      ])
      // Only links of the portal can be followed.
      expect(text + html).not.toContain('https://example.org')
      for (const address of readers) expect(text + html).not.toContain(address)
    }
  }
  expect(await mailsTo(other)).toEqual([])
})
