import type { Cohort } from '../portal/auth/sessions/cohort.ts'
import { derivedToken } from '../platform/crypto/secrets.ts'
import { underTest } from './under-test.ts'

/**
 * Returns the cookie that a person's browser sends with requests for pages. The person need not exist; only votes
 * about canaries need a session.
 */
export function cohortCookie({ userId, firmId, sessionId = '' }: Omit<Cohort, 'sessionId'> & Partial<Cohort>): string {
  const signature = derivedToken(underTest.authSecret, 'cohort', userId, firmId, sessionId)
  return `portal_cohort=${[userId, firmId, sessionId, signature].join('~')}`
}
