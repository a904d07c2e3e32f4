import { canonicalEmail } from '@portal/contract/canonical-email'
import { cleanLine } from '@portal/contract/text'
import { draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { newIdempotencyKey } from '@portal/sdk'
import { instructionsOf } from '../picker/already-assigned.tsx'
import { confirmedPreferences } from '../preferences/suggestion.ts'
import { chosenOf, type NewClient } from './state.ts'

/** Returns the notes and the confirmed preferences, which are for all workforms. */
export const confirmedInstructions = (state: NewClient) =>
  instructionsOf({
    notes: state.notes,
    preferences: confirmedPreferences(state, { dueDate: state.dueDate, clientId: null }),
  })

/** Builds the request. Client and assignments are one request. */
export function requestOf(state: NewClient) {
  const { fullName, companyName, email, phone } = state
  const [company, personal_line] = [cleanLine(companyName), cleanLine(state.personalLine)]
  const instructions = confirmedInstructions(state)
  const assignments = chosenOf(state).map(({ workform, dueDate }) => ({
    workform_id: workform.id,
    due_date: dueDate,
    ...instructions,
  }))
  const [assignment] = assignments
  return {
    name: cleanLine(fullName),
    email: canonicalEmail(email),
    phone: cleanLine(phone),
    ...(company ? { company } : {}),
    ...(personal_line ? { personal_line } : {}),
    ...(assignments.length > 1 ? { assignments } : assignment ? { assignment } : {}),
  }
}

/** Holds the last request that was sent, with its idempotency key. */
export const attempt = () => draftStorage('new-client.attempt')

/**
 * Returns the idempotency key for a request. The same request gets the same key, even after a
 * reload, so that a retry after a lost response creates one client.
 */
export function attemptKey(request: unknown): string {
  const body = JSON.stringify(request)
  const last = attempt().read()
  if (last && last['body'] === body && typeof last['key'] === 'string') return last['key']
  const key = newIdempotencyKey()
  attempt().save({ body, key })
  return key
}
