import { expect, it } from 'vitest'
import type { Cohort } from '../../../portal/auth/sessions/cohort.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import {
  callCanary,
  people,
  registryOf,
  report,
  reportAll,
  start,
  status,
  twoVersions,
  versionFor,
} from '../../../testing/canaries.ts'
import { cohortCookie } from '../../../testing/cohort.ts'
import { pageOf } from '../../../testing/remotes.ts'
import { change, rows } from '../../../testing/work.ts'

const addressOf = (name: string, version: string) => `/remotes/${name}/${version}/mf-manifest.json`

it('names the live version to a person who gets a canary, unless it cannot be loaded', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  const [inside, outside] = [...(await people(1, remote, 50)), ...(await people(1, remote, 50, false))] as [
    Cohort,
    Cohort,
  ]
  const { fallback } = await registryOf(remote, cohortCookie(inside))
  expect(fallback).toMatchObject({ version: '1.0.0', entry: addressOf(remote.name, '1.0.0') })
  expect(Object.keys(fallback ?? {}).toSorted()).toEqual(['contract', 'entry', 'sdk', 'version'])
  for (const cookie of [cohortCookie(outside), ''])
    expect(await registryOf(remote, cookie)).toMatchObject({ version: '1.0.0', fallback: undefined })
  expect(await pageOf(`/${remote.name}`)).not.toContain('"fallback"')
  await change("UPDATE remote_versions SET sdk = '999.0.0' WHERE name = ? AND version = '1.0.0'", remote.name)
  expect(await registryOf(remote, cohortCookie(inside))).toMatchObject({ version: '1.1.0', fallback: undefined })
})

it.each(['failed_load', 'hang', 'render_error'] as const)(
  'leaves a person out of a canary after %s, on every device, until the canary ends',
  async (kind) => {
    const [remote, other] = [await twoVersions(), await twoVersions()]
    await start(remote, { percent: 50 })
    const [failing, slow] = (await people(2, remote, 50)) as [Cohort, Cohort]
    await start(other, { percent: 50, people: [] })
    const before = await versionFor(other, failing)
    await reportAll(remote, [failing], ['view', kind])
    await reportAll(remote, [slow], ['view', 'slow_interaction', 'failed_calls'])
    const device = { ...failing, sessionId: tokenHash('another device') }
    for (const person of [failing, device])
      expect(await registryOf(remote, cohortCookie(person))).toMatchObject({
        version: '1.0.0',
        watch: true,
        fallback: undefined,
      })
    expect([await versionFor(remote, slow), await versionFor(other, failing)]).toEqual(['1.1.0', before])

    await callCanary(remote, '/stop', { version: '1.1.0' })
    await start(remote, { percent: 50 })
    expect(await versionFor(remote, failing)).toBe('1.1.0')
  },
)

it('counts what a person who was left out reports about both versions', async () => {
  const remote = await twoVersions()
  await start(remote, { percent: 50 })
  const [person] = (await people(1, remote, 50)) as [Cohort]
  await report(remote, '1.0.0', cohortCookie(person), ['failed_load'])
  await reportAll(remote, [person], ['failed_load'])
  const votes = () => rows('SELECT version, kind FROM canary_votes WHERE name = ? ORDER BY version, kind', remote.name)
  const ofCanary = ['failed_load', 'view'].map((kind) => ({ version: '1.1.0', kind }))
  expect(await votes()).toEqual(ofCanary)
  // The live version fails for this person, too. Another tab still runs the canary.
  await report(remote, '1.0.0', cohortCookie(person), ['failed_load'])
  await reportAll(remote, [person], ['failed_calls'])
  expect((await status(remote)).results).toMatchObject({
    canary: { firms: 1, failed: { failed_load: 1, failed_calls: 1 } },
    live: { firms: 1, failed: { failed_load: 1 } },
  })
})
