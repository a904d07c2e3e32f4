import type { BrowserContext } from '@playwright/test'
import type { PreviewLink } from '@portal/contract/publishing'
import contract from '../../../worker/contract/package.json' with { type: 'json' }
import sdk from '../../../shell/sdk/package.json' with { type: 'json' }
import { good } from '../../../worker/src/testing/accounts.ts'
import { operatorUrl, portalUrl } from '../../../worker/src/testing/portal.ts'
import { buildOf, filesOf, newRemote, type Publisher } from '../../../worker/src/testing/remotes.ts'

/** Remotes of the portal under attack. */

/** Uploads a version, without making it live. */
export async function uploadVersion(remote: Publisher, version: string): Promise<void> {
  const files = filesOf(version)
  const build = buildOf(remote, files, { contract: contract.version, sdk: sdk.version, version })
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
