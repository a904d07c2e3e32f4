import type { Session } from '@portal/contract/auth'
import type { CreatedGuestLink } from '@portal/contract/guests'
import { createApiClient } from '../../client.ts'
import { good, newDevice, post } from './accounts.ts'
import { type Caller, portalUrl, stranger } from './portal.ts'
import { send } from './work.ts'

/** Guest links and the browsers that open them. */

/** A browser, by its cookie. */
export type Device = ReturnType<typeof newDevice>

/** Makes a guest link to a question. */
export const makeLink = (client: Caller, assignmentId: string, field = 'scan'): Promise<Response> =>
  send(client, 'POST', `/api/portal/sections/${assignmentId}/guest-links`, { field })

export const lookUp = (token: string, device: Device = newDevice()): Promise<Response> =>
  post('/api/auth/guest-links/look-up', { token }, device)
export const openLink = (token: string, device: Device = newDevice()): Promise<Response> =>
  post('/api/auth/guest-links/open', { token }, device)

/** Returns a caller with the access token of a guest session. */
function callerWith(token: string): Caller {
  const signed = (init: RequestInit = {}): RequestInit => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return { ...init, headers }
  }
  return {
    ...stranger,
    token,
    api: createApiClient({ baseUrl: portalUrl, fetch: (input, init) => fetch(input, signed(init)) }),
    fetch: (path, init) => stranger.fetch(path, signed(init)),
  }
}

/** A guest session, with its link and its browser. */
export interface Guest {
  link: CreatedGuestLink
  session: Session
  device: Device
  guest: Caller
}

/** Makes a link with which another person fills in a section. */
export const makeDelegation = (
  client: Caller,
  assignmentId: string,
  name = 'Ben Okafor',
  days = 7,
): Promise<Response> => send(client, 'POST', `/api/portal/sections/${assignmentId}/delegations`, { name, days })

/** Opens a link in a new browser. */
async function inNewBrowser(link: CreatedGuestLink): Promise<Guest> {
  const device = newDevice()
  const session = await good<Session>(openLink(link.token, device))
  return { link, session, device, guest: callerWith(session.access_token) }
}

/** Makes a link for a section and opens it in a new browser. */
export const newDelegate = async (client: Caller, assignmentId: string, name?: string): Promise<Guest> =>
  inNewBrowser(await good<CreatedGuestLink>(makeDelegation(client, assignmentId, name)))

/** Makes a link to a question and opens it in a new browser. */
export async function newGuest(client: Caller, assignmentId: string, field = 'scan'): Promise<Guest> {
  return inNewBrowser(await good<CreatedGuestLink>(makeLink(client, assignmentId, field)))
}
