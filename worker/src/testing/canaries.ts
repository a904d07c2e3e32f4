import type { Canary } from '@portal/contract/canaries'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { Outcome } from '@portal/contract/vitals'
import { expect } from 'vitest'
import { getCanary } from '../../../tools/publish/canary-api.ts'
import { previewRemote } from '../../../tools/publish/publish.ts'
import { type Cohort, isInShare } from '../portal/auth/sessions/cohort.ts'
import { uuidv7 } from '../platform/ids.ts'
import { good } from './accounts.ts'
import { cohortCookie } from './cohort.ts'
import { insert, portalUrl } from './portal.ts'
import { type BuildOptions, folderOf, newRemote, publish, type Publisher } from './remotes.ts'
import { newVoters } from './voters.ts'
import { change, rows } from './work.ts'

/** Canaries of small remotes, and the people who use them. */

export const portalOf = ({ token }: Publisher) => ({ url: portalUrl, token })

/** Uploads a version, without making it live. */
export const upload = (remote: Publisher, version: string, given: BuildOptions = {}) =>
  previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version, ...given }) })

/** Returns a remote with the live version 1.0.0, and 1.1.0 uploaded. */
export async function twoVersions(): Promise<Publisher> {
  const remote = await newRemote()
  await publish(remote)
  await upload(remote, '1.1.0')
  return remote
}

export const callCanary = <T>(remote: Publisher, action: string, body: unknown): Promise<T> =>
  good<T>(remote.call('POST', `/canary${action}`, JSON.stringify(body)))

/** Makes 1.1.0 the canary, or changes who gets it. */
export const start = (remote: Publisher, body: object): Promise<unknown> =>
  callCanary(remote, '', { version: '1.1.0', ...body })

export const status = (remote: Publisher): Promise<Canary> => getCanary(portalOf(remote), remote.name)

/** Returns people of firms of their own, of whom all, or none, are in the share of the canary 1.1.0. */
export const people = (count: number, { name }: Publisher, percent: number, inside = true): Promise<Cohort[]> =>
  newVoters(count, { isChosen: (person) => isInShare(person, `${name}@1.1.0`, percent) === inside })

/** Returns what the registry says about a remote. */
export async function registryOf(remote: Publisher, cookie = '') {
  const answer = await fetch(new URL('/api/remotes', portalUrl), { headers: { cookie } })
  const { remotes, targeted } = (await answer.json()) as { remotes: RemoteEntry[]; targeted?: true }
  const { version, watch, leave, fallback } = remotes.find(({ name }) => name === remote.name) ?? {}
  return { version, watch, leave, fallback, targeted }
}

export const versionFor = async (remote: Publisher, person: Cohort) =>
  (await registryOf(remote, cohortCookie(person))).version

/** Reports outcomes as a page with these cookies does. */
export async function report(remote: Publisher, version: string, cookie: string, kinds: readonly Outcome[]) {
  const ran = { name: remote.name, version }
  const response = await fetch(new URL('/api/vitals', portalUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(portalUrl).origin, cookie },
    body: JSON.stringify({ release: 'r', metrics: [], errors: [], outcomes: kinds.map((kind) => ({ ran, kind })) }),
  })
  expect(response.status).toBe(204)
}

/** Reports outcomes of the canary 1.1.0 as the pages of these people do, at once. */
export const reportAll = (remote: Publisher, voters: readonly Cohort[], kinds: readonly Outcome[]) =>
  Promise.all(voters.map((voter) => report(remote, '1.1.0', cohortCookie(voter), kinds)))

/** Inserts views of a version, as if people of this many firms had reported them. */
export const addViews = (remote: Publisher, version: string, count: number): Promise<void> =>
  insert([
    {
      sql: `INSERT INTO canary_votes (name, version, person, firm, kind, at)
        SELECT ?, ?, value, value, 'view', ? FROM json_each(?)`,
      args: [remote.name, version, new Date().toISOString(), JSON.stringify(Array.from({ length: count }, uuidv7))],
    },
  ])

/** Makes the last step of a canary, or its start, have happened so many minutes ago. */
export const stepAgo = ({ name }: Publisher, minutes: number): Promise<unknown> =>
  change(
    'UPDATE remote_canaries SET step_at = ? WHERE name = ?',
    new Date(Date.now() - minutes * 60_000).toISOString(),
    name,
  )

/** Returns the switches of a remote, oldest first. */
export const switchesOf = ({ name }: Publisher) =>
  rows('SELECT kind, from_version, to_version, actor, reason FROM remote_switches WHERE name = ? ORDER BY id', name)
