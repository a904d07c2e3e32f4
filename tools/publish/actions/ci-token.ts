import { ExchangedToken } from '@portal/contract/publishing'
import * as z from 'zod'
import { StartError } from '../../command/start-error.ts'
import { callPortal } from '../portal-api.ts'

/** Returns the ID token of the CI job that this command runs in; undefined if there is none. */
async function idTokenOf(audience: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // GitLab and others put ID tokens into variables whose name and audience the job chooses.
  if (env['PORTAL_ID_TOKEN']) return env['PORTAL_ID_TOKEN']
  const [url, token] = [env['ACTIONS_ID_TOKEN_REQUEST_URL'], env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']]
  if (!url || !token) return undefined
  const request = new URL(url)
  request.searchParams.set('audience', audience)
  const response = await fetch(request, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new StartError(`GitHub issued no ID token: ${response.status}.`)
  return z.object({ value: z.string() }).parse(await response.json()).value
}

/**
 * Returns a token of a remote in exchange for the ID token of the CI job that this command runs in; undefined outside
 * of such a job.
 * @throws StartError when the portal does not trust the job
 */
export async function ciToken(url: string, name: string, env = process.env): Promise<string | undefined> {
  const idToken = await idTokenOf(new URL(url).origin, env)
  if (!idToken) return undefined
  const body = JSON.stringify({ id_token: idToken })
  return (await callPortal({ url, token: idToken }, 'POST', `${name}/token`, ExchangedToken, body)).token
}
