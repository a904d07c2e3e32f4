import type { BrowserContext } from '@playwright/test'
import type { PreviewLink } from '@portal/contract/publishing'
import type { RemoteEntry, RemoteRegistry } from '@portal/contract/remotes'
import type { Outcome } from '@portal/contract/vitals'
import contract from '../../../worker/contract/package.json' with { type: 'json' }
import sdk from '../../../shell/sdk/package.json' with { type: 'json' }
import { type Cohort, isInShare } from '../../../worker/src/auth/sessions/cohort.ts'
import { good } from '../../../worker/src/testing/accounts.ts'
import { cohortCookie } from '../../../worker/src/testing/cohort.ts'
import { operatorUrl, portalUrl, stranger } from '../../../worker/src/testing/portal.ts'
import { newVoters } from '../../../worker/src/testing/voters.ts'
import { buildOf, type BuildOptions, filesOf, newRemote, type Publisher } from '../../../worker/src/testing/remotes.ts'

/** Remotes of the portal under attack, and the people who use them. */

/** Uploads a version, without making it live. */
export async function uploadVersion(remote: Publisher, version: string, given: BuildOptions = {}): Promise<void> {
  const files = filesOf(version)
  const build = buildOf(remote, files, { contract: contract.version, sdk: sdk.version, ...given, version })
  await good(remote.call('POST', '/versions', JSON.stringify(build)))
  for (const [path, text] of Object.entries(files))
    await good(remote.call('PUT', `/versions/${version}/files/${path}`, text))
}

/** Makes an uploaded version live. */
export const goLive = (remote: Publisher, version: string): Promise<Response> =>
  remote.call('POST', `/versions/${version}/live`, '{}')

/** Creates a remote with the live version 1.0.0, and 1.1.0 uploaded. */
export async function newLiveRemote(): Promise<Publisher> {
  const remote = await newRemote()
  await uploadVersion(remote, '1.0.0')
  await good(goLive(remote, '1.0.0'))
  await uploadVersion(remote, '1.1.0')
  return remote
}

/** Starts the preview of a version in a browser, as the form of its link does. */
export async function startPreview(context: BrowserContext, remote: Publisher, version: string): Promise<void> {
  const { url } = await good<PreviewLink>(remote.call('POST', `/versions/${version}/preview`, '{}'))
  const { pathname, search } = new URL(url)
  // Shares its cookies with the pages of the browser. The address of the portal in its form is that of production.
  const init = { headers: { origin: operatorUrl }, maxRedirects: 0 }
  const answer = await context.request.post(portalUrl + pathname + search, init)
  if (answer.status() !== 303) throw new Error(`no preview: ${answer.status()} ${await answer.text()}`)
}

/** Returns the registry that a browser with these cookies reads. */
export const registryOf = (cookie = ''): Promise<RemoteRegistry> =>
  good<RemoteRegistry>(stranger.fetch('/api/remotes', { headers: { cookie } }))

/** Returns the registry's entry of a remote for a browser with these cookies. */
export const entryOf = async ({ name }: Pick<Publisher, 'name'>, cookie = ''): Promise<RemoteEntry | undefined> =>
  (await registryOf(cookie)).remotes.find((entry) => entry.name === name)

/** Returns people of firms of their own, all of whom get a canary of a share, or none of whom does. */
export const peopleInShare = (count: number, salt: string, percent: number, isInside = true): Promise<Cohort[]> =>
  newVoters(count, { isChosen: (person) => isInShare(person, salt, percent) === isInside })

/** Reports outcomes of page loads, as the browser of a person does; without one, as that of a visitor. */
export function report(
  { name }: Pick<Publisher, 'name'>,
  version: string,
  kinds: readonly Outcome[],
  person?: Cohort,
): Promise<Response> {
  const outcomes = kinds.map((kind) => ({ ran: { name, version }, kind }))
  return fetch(new URL('/api/vitals', portalUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(portalUrl).origin,
      cookie: person ? cohortCookie(person) : '',
    },
    body: JSON.stringify({ release: 'r', metrics: [], errors: [], outcomes }),
  })
}
