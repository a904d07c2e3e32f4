import { createHash } from 'node:crypto'
import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppTypes } from '../../../endpoint.ts'
import { derivedToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { cookieName } from '../../../platform/http/cookie-name.ts'
import type { Settings } from '../../../env.ts'

/**
 * The person whom a page is rendered for. It decides which canary versions and feature flags the page gets, and grants
 * no access.
 */
export interface Cohort {
  userId: string
  firmId: string
  /** The session that it was signed for, which may have ended since: pages are rendered without looking it up. */
  sessionId: string
}

const nameOf = (c: HonoContext): string => cookieName(c, 'Host', 'portal_cohort')
// Lax, because pages are opened from links in mails. Unlike the refresh cookie it is sent with requests for pages.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

const sign = ({ AUTH_SECRET }: Settings, { userId, firmId, sessionId }: Cohort): string =>
  derivedToken(AUTH_SECRET, 'cohort', userId, firmId, sessionId)

/** Sets the cookie from which pages read the cohort. */
export function setCohortCookie<T extends AppTypes>(c: HonoContext<T>, cohort: Cohort): void {
  const signature = sign(c.get('ctx').settings, cohort)
  const value = [cohort.userId, cohort.firmId, cohort.sessionId, signature].join('~')
  setCookie(c, nameOf(c), value, { ...OPTIONS, maxAge: SESSION_TTL_MS / 1000 })
}

/** Deletes the cohort cookie. */
export function clearCohortCookie(c: HonoContext): void {
  setCookie(c, nameOf(c), '', { ...OPTIONS, maxAge: 0 })
}

/** Returns the cohort of the signed-in person; undefined for visitors and forged cookies. */
export function cohortOf(c: HonoContext<AppTypes>): Cohort | undefined {
  const [userId = '', firmId = '', sessionId = '', signature = ''] = (getCookie(c, nameOf(c)) ?? '').split('~')
  const cohort = { userId, firmId, sessionId }
  // Hashes are compared to prevent timing attacks.
  return tokenHash(signature) === tokenHash(sign(c.var.ctx.settings, cohort)) ? cohort : undefined
}

/**
 * Returns whether a person belongs to a share of all people. The answer is the same on every device, and for every
 * larger share. Different salts give independent shares.
 * @param percent from 0 to 100
 */
export function isInShare({ userId }: Pick<Cohort, 'userId'>, salt: string, percent: number): boolean {
  const position = createHash('sha256').update(`${salt}\0${userId}`).digest().readUInt32BE() / 2 ** 32
  return position * 100 < percent
}
