import type { Session } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import { api, call, currentSession, toastInfo } from '@portal/sdk'
import { redirect } from '@tanstack/react-router'
import { lastRole } from './install/last-role.ts'

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

/** Redirects from the address of the installed portal to the start page of the user, or of the last one. */
export async function redirectToStart(): Promise<never> {
  const session = currentSession()
  const role = session ? await roleOf(session) : lastRole()
  if (role === 'client') throw redirect({ to: session ? '/client-dashboard' : '/client-auth', replace: true })
  throw redirect({ to: session ? '/dashboard' : '/', replace: true })
}

/** Redirects from the address that other apps share files to, to the page that asks which question they answer. */
export async function redirectToShared(): Promise<never> {
  const session = currentSession()
  const href = '/client-dashboard?shared=true'
  if (!session) throw redirect({ to: '/client-auth', search: { next: href }, replace: true })
  if ((await roleOf(session)) === 'client') throw redirect({ href, replace: true })
  toastInfo('Files cannot be shared here', 'Only clients can add shared files. You are signed in as a bookkeeper.')
  throw redirect({ to: '/dashboard', replace: true })
}

/** Redirects a signed-in client from the client sign-in page, and a signed-in bookkeeper to the other one. */
export async function redirectClient(next: string | undefined): Promise<void> {
  const session = currentSession()
  if (!session) return
  if ((await roleOf(session)) === 'bookkeeper') throw redirect({ to: '/' })
  throw redirect({ href: next ?? '/client-dashboard', replace: true })
}
