import type { Session } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import { api, call, currentSession } from '@portal/sdk'
import { redirect } from '@tanstack/react-router'

/** Who may open what (specification, sections 2 and 6). The server checks every request again. */

const isRole = (role: string): role is Role => role === 'bookkeeper' || role === 'client'

/** The session's role; one that this shell does not know is resolved by the server (get_user_role). */
async function roleOf(session: Session): Promise<Role> {
  const role: string = session.user.role
  return isRole(role) ? role : (await call(api.auth.role.$get())).role
}

/** The path inside the portal to go to after signing in, or undefined: never another site. */
export function safeNext(next: unknown): string | undefined {
  // A browser leaves line breaks and tabs out of an address: behind one of them the second slash would count.
  return typeof next === 'string' && /^\/(?![/\\])[^\p{Cc}]*$/u.test(next) ? next : undefined
}

/**
 * Lets only users of this role pass. Who is not signed in goes to their sign-in page and comes back afterwards; a client on a
 * bookkeeper page goes to /client-auth, a bookkeeper on a client page to /.
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

/** Sends a signed-in bookkeeper on from the bookkeeper sign-in page. A client may stay: a banner tells what to do. */
export async function passBookkeeper(next: string | undefined): Promise<void> {
  const session = currentSession()
  if (session && (await roleOf(session)) === 'bookkeeper') throw redirect({ href: next ?? '/dashboard', replace: true })
}

/** Sends a signed-in client on from the client sign-in page, and a bookkeeper away from it. */
export async function passClient(next: string | undefined): Promise<void> {
  const session = currentSession()
  if (!session) return
  if ((await roleOf(session)) === 'bookkeeper') throw redirect({ to: '/' })
  throw redirect({ href: next ?? '/client-dashboard', replace: true })
}
