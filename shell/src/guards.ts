import type { Session } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import { api, call, currentSession } from '@portal/sdk'
import { redirect } from '@tanstack/react-router'

/** Decides who may open which page. The server checks every request again. */

const isRole = (role: string): role is Role => role === 'bookkeeper' || role === 'client'

/** Returns the role of the session. The server resolves a role that this shell does not know. */
async function roleOf(session: Session): Promise<Role> {
  const role: string = session.user.role
  return isRole(role) ? role : (await call(api.auth.role.$get())).role
}

/** Returns `next` if it is a path inside the portal, else undefined. */
export function safeNext(next: unknown): string | undefined {
  // Browsers ignore line breaks and tabs in addresses, so a slash after them would count as the second one.
  return typeof next === 'string' && /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : undefined
}

/**
 * Redirects users without this role. Signed-out users go to sign-in and return afterwards; a client
 * on a bookkeeper page goes to /client-auth, a bookkeeper on a client page to /.
 */
export async function requireRole(wanted: Role, href: string): Promise<void> {
  const session = currentSession()
  if (!session) {
    if (wanted === 'client') throw redirect({ to: '/client-auth', search: { next: href } })
    throw redirect({ to: '/', search: { next: href } })
  }
  if ((await roleOf(session)) === wanted) return
  if (wanted === 'bookkeeper') throw redirect({ to: '/client-auth' })
  throw redirect({ to: '/' })
}

/** Redirects a signed-in bookkeeper from the bookkeeper sign-in page. A client may stay and sees a banner. */
export async function redirectBookkeeper(next: string | undefined): Promise<void> {
  const session = currentSession()
  if (session && (await roleOf(session)) === 'bookkeeper') throw redirect({ href: next ?? '/dashboard', replace: true })
}

/** Redirects a signed-in client from the client sign-in page, and a signed-in bookkeeper to the other one. */
export async function redirectClient(next: string | undefined): Promise<void> {
  const session = currentSession()
  if (!session) return
  if ((await roleOf(session)) === 'bookkeeper') throw redirect({ to: '/' })
  throw redirect({ href: next ?? '/client-dashboard', replace: true })
}
