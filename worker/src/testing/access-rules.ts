import { addDays, todayIn } from '@portal/contract/dates'
import { OWNERS, PASSWORD, RECOVERY_CODE, type Things } from './access-fixture.ts'

/** What the access test needs to know about each route: who owns the resources in its path, and what to send. */

/** Resources and their owners, by path up to and including the parameter, or by route key for exceptions. */
export const THINGS: Record<string, { thing: keyof Things; of: readonly (typeof OWNERS)[number][] }> = {
  '/api/clients/{id}': { thing: 'client', of: ['bookkeeper'] },
  '/api/clients/{id}/workforms/{workformId}': { thing: 'workform', of: ['bookkeeper'] },
  '/api/follow-ups/clients/{id}': { thing: 'client', of: ['bookkeeper'] },
  '/api/follow-ups/clients/{id}/workforms/{workformId}': { thing: 'workform', of: ['bookkeeper'] },
  '/api/workforms/{id}': { thing: 'workform', of: ['bookkeeper'] },
  '/api/sections/{id}': { thing: 'section', of: ['bookkeeper'] },
  // Only the person behind a link calls it.
  'POST /api/portal/sections/{id}/delegations/done': { thing: 'section', of: [] },
  '/api/portal/sections/{id}': { thing: 'section', of: ['client'] },
  '/api/portal/workforms/{id}': { thing: 'workform', of: ['client'] },
  '/api/portal/guest-links/{id}': { thing: 'guestLink', of: ['client'] },
  '/api/portal/files/{id}': { thing: 'file', of: ['client'] },
  // A file of a draft is not visible to the bookkeeper yet.
  '/api/files/{id}': { thing: 'file', of: ['client'] },
  '/api/uploads/{id}': { thing: 'upload', of: ['client'] },
  '/api/chat/sections/{id}': { thing: 'section', of: ['bookkeeper', 'client'] },
  '/api/chat/threads/{id}': { thing: 'thread', of: ['bookkeeper', 'client'] },
  // Only the sender may change a message.
  '/api/chat/threads/{id}/messages/{messageId}': { thing: 'message', of: ['client'] },
  '/api/firm-mail/clients/{id}': { thing: 'client', of: ['bookkeeper'] },
  '/api/firm-mail/deliveries/{id}': { thing: 'mail', of: ['bookkeeper'] },
  '/api/auth/records/{id}': { thing: 'offer', of: ['client'] },
  'POST /api/auth/records/{id}/decline': { thing: 'otherOffer', of: ['client'] },
  '/api/auth/email-changes/{id}': { thing: 'emailChange', of: ['client'] },
  '/api/auth/sessions/{id}': { thing: 'session', of: ['bookkeeper'] },
  '/api/auth/factors/{id}': { thing: 'factor', of: ['bookkeeper'] },
  // A verified factor, unlike the one above.
  'DELETE /api/auth/factors/{id}': { thing: 'activeFactor', of: ['bookkeeper'] },
  '/api/auth/passkeys/{id}': { thing: 'passkey', of: ['bookkeeper'] },
  '/api/webhooks/{id}': { thing: 'webhook', of: ['bookkeeper'] },
  '/api/webhooks/deliveries/{id}': { thing: 'delivery', of: ['bookkeeper'] },
  '/api/auth/oauth/identities/{id}': { thing: 'identity', of: ['bookkeeper'] },
}
/** Path parameters that are not ids. */
export const PLAIN: Record<string, string> = {
  part: '1',
  name: 'mf-clients',
  version: '1.0.0',
  path: 'x.js',
  provider: 'oidc',
  ticket: 'none',
  day: '2999-01-01',
}

const TOMORROW = addDays(todayIn('UTC'), 1)
const CHANGE = { current_password: PASSWORD, new_password: PASSWORD }
/** Request bodies of routes for which `{}` is invalid. Routes with an id need a valid one, so that it is looked up. */
export const BODIES: Record<string, (things: Things) => unknown> = {
  'PATCH /api/clients/{id}': () => ({
    name: 'Ann',
    email: 'ann@example.com',
    status: 'active',
    updated_at: new Date(0).toISOString(),
  }),
  'PUT /api/profile/views': () => ({ list: 'submissions', view: { sort: 'due' } }),
  'PUT /api/clients/{id}/notes': () => ({ text: 'Prefers calls', version: 0 }),
  'PATCH /api/clients/{id}/workforms/{workformId}': () => ({ due_date: '2999-01-01' }),
  'PUT /api/clients/{id}/workforms/{workformId}/archived': () => ({ archived: false }),
  'PUT /api/workforms/{id}/archived': () => ({ archived: false }),
  'PATCH /api/workforms/{id}': () => ({
    name: 'Form',
    fields: [{ id: 'a', name: 'A', type: 'short-text', section: 'S' }],
    version: 0,
  }),
  'PUT /api/follow-ups/clients/{id}': () => ({ mode: 'on' }),
  'PUT /api/follow-ups/clients/{id}/workforms/{workformId}': () => ({ paused: false }),
  'PUT /api/follow-ups/clients/{id}/preferences': () => ({ notes: null, preferences: null }),
  'PUT /api/follow-ups/clients/{id}/workforms/{workformId}/preferences': () => ({ notes: null, preferences: null }),
  'POST /api/follow-ups/suggestions': () => ({ notes: '', preferences: null, due_date: null, client_id: null }),
  'PUT /api/follow-ups/clients/{id}/days/{day}': () => ({ subject: 'Hello', text: 'Hello' }),
  'PUT /api/follow-ups/clients/{id}/days/{day}/skip': () => ({ skipped: true }),
  'POST /api/follow-ups/clients/{id}/reminder': () => ({ subject: 'Hello', text: 'Hello', version: '0' }),
  'POST /api/follow-ups/clients/{id}/promise': ({ message }) => ({ message_id: message, not_before: TOMORROW }),
  'POST /api/follow-ups/clients/{id}/promise/undo': ({ message }) => ({
    message_id: message,
    not_before: TOMORROW,
    previous: null,
    read_seq: null,
  }),
  'POST /api/sections/{id}/approve': () => ({ version: 0 }),
  'POST /api/sections/{id}/reject': () => ({ version: 0, reason: 'No' }),
  'POST /api/sections/{id}/undo': () => ({ version: 0 }),
  'POST /api/sections/{id}/send-back': () => ({
    version: 0,
    flags: [{ field_id: 'scan', flag: { reason: 'unreadable', note: null } }],
  }),
  'POST /api/sections/{id}/recall': () => ({ version: 0, agree: true }),
  'POST /api/sections/{id}/opened': () => ({ version: 0 }),
  'PUT /api/sections/{id}/marks': () => ({ version: 0, field_id: 'scan', mark: null }),
  'POST /api/portal/sections/{id}/recall': () => ({ version: 0 }),
  'POST /api/portal/sections/{id}/recall-request': () => ({ version: 0 }),
  'PUT /api/portal/workforms/{id}/commitment': () => ({ day: TOMORROW }),
  'PUT /api/portal/sections/{id}/draft': () => ({ answers: {}, base_version: 0 }),
  'POST /api/portal/sections/{id}/submit': () => ({ answers: {}, version: 0 }),
  'POST /api/portal/sections/{id}/guest-links': () => ({ field: 'scan' }),
  'POST /api/portal/sections/{id}/delegations': () => ({ name: 'Ben', days: 7 }),
  'POST /api/portal/sections/{id}/uploads': () => ({ field: 'scan', name: 'a.pdf', size: 10 }),
  'POST /api/chat/threads/{id}/messages': () => ({ message: 'Hello' }),
  'PATCH /api/chat/threads/{id}/messages/{messageId}': () => ({ message: 'Hello' }),
  'POST /api/chat/threads/{id}/read': () => ({ seq: 1 }),
  'POST /api/chat/threads/{id}/uploads': () => ({ name: 'a.pdf', size: 10 }),
  'POST /api/uploads/{id}/complete': () => ({}),
  'DELETE /api/auth/factors/{id}': () => ({ password: PASSWORD, code: RECOVERY_CODE }),
  'DELETE /api/auth/oauth/identities/{id}': () => ({ password: PASSWORD }),
  'PATCH /api/auth/passkeys/{id}': () => ({ name: 'Phone' }),
  'DELETE /api/auth/passkeys/{id}': () => ({ password: PASSWORD, code: RECOVERY_CODE }),
  'POST /api/auth/factors': () => ({ password: PASSWORD }),
  'POST /api/auth/factors/recovery-codes': () => ({ password: PASSWORD }),
  'POST /api/auth/password/change': () => CHANGE,
  'POST /api/assignments': ({ client, workform }) => ({
    workform_id: workform,
    clients: [{ client_id: client, due_date: '2999-01-01' }],
  }),
  'POST /api/auth/email-changes/{id}/confirm': () => ({ token: 'none', password: PASSWORD }),
  'POST /api/auth/records/{id}/decline': () => ({ report: true }),
  'POST /api/auth/records/switch': ({ client }) => ({ client_id: client }),
  'POST /api/clients/import': () => ({}),
}
export const QUERIES: Record<string, string> = {
  'POST /api/portal/sections/{id}/files': '?field=scan&name=a.pdf',
  'POST /api/chat/threads/{id}/files': '?name=a.pdf',
  'GET /api/portal/sections/{id}/duplicates': `?sha256=${'a'.repeat(64)}`,
}

/** Routes that name resources in the body instead of the path. */
export const NAMED_IN_BODY = new Set(['POST /api/assignments', 'POST /api/auth/records/switch'])
/** Routes of features that no caller has turned on. */
export const TURNED_OFF = new Set(['POST /api/auth/factors/recovery-codes'])
/** Routes that return a list of the caller's own resources, which is empty for others. */
export const EMPTY = new Set(['GET /api/portal/sections/{id}/duplicates'])
/** Routes that look the session up, so that a revoked session is refused although its access token is still valid. */
export const LIVE_ONLY = new Set([
  'POST /api/auth/factors/email-code',
  'GET /api/auth/sessions',
  'POST /api/auth/sessions/end-others',
  'DELETE /api/auth/sessions/{id}',
  'POST /api/auth/password/change',
  'POST /api/auth/factors',
  'POST /api/auth/factors/recovery-codes',
  'DELETE /api/auth/factors/{id}',
  'POST /api/auth/passkeys/options',
  'DELETE /api/auth/passkeys/{id}',
])
/**
 * Routes that ask for proof, and answer a client by link in another way than with a request for the password or code:
 * one where a recent sign-in is enough, and those that continue what only a route with proof can begin.
 */
export const AFTER_PROOF: Record<string, string> = {
  'POST /api/auth/passkeys/options': 'reauthentication_required',
  'POST /api/auth/passkeys': 'invalid_input',
  'POST /api/auth/factors/{id}/challenge': 'not_found',
}
/** Routes that only a guest session for a whole section may call, of all guests. */
export const FOR_DELEGATES = new Set([
  'PUT /api/portal/sections/{id}/draft',
  'POST /api/portal/sections/{id}/delegations/done',
])
/** Routes that a guest session may call, for its question only. Every other route refuses it. */
export const FOR_GUESTS = new Set([
  'GET /api/portal/sections/{id}',
  'POST /api/portal/sections/{id}/files',
  'POST /api/portal/sections/{id}/uploads',
  'GET /api/portal/sections/{id}/duplicates',
  'DELETE /api/portal/files/{id}',
  'GET /api/files/{id}',
  'GET /api/uploads/{id}',
  'PUT /api/uploads/{id}/parts/{part}',
  'POST /api/uploads/{id}/complete',
  'DELETE /api/uploads/{id}',
])
/** The status of a public route for an empty request from any caller. */
export const PUBLIC: Record<string, number> = {
  'GET /api/health': 200,
  'GET /api/health/live': 200,
  'GET /api/realtime': 400,
  // Protected by a signature.
  'POST /api/firm-mail/reports': 401,
  'POST /api/firm-mail/reply-to/confirm': 400,
  'GET /api/remotes': 200,
  // Only for pages of the portal.
  'POST /api/vitals': 403,
  'POST /api/auth/refresh': 401,
  'POST /api/auth/sign-out': 200,
  // Protected by the session cookie of the operator page.
  'GET /api/auth/operator/session': 200,
  'POST /api/auth/operator/sign-out': 200,
  'GET /api/delivery/remotes': 401,
  'GET /api/delivery/remotes/{name}/health': 401,
  'GET /api/delivery/flags': 401,
  'PUT /api/delivery/flags/{name}': 401,
  'DELETE /api/delivery/flags/{name}': 401,
  // Protected by a mailed token.
  'GET /api/mail/link': 400,
  'POST /api/mail/link/off': 400,
  'POST /api/mail/link/on': 400,
  // Protected by a ticket.
  'GET /api/downloads/{ticket}': 404,
  ...Object.fromEntries(
    [
      'sign-up',
      'confirm',
      'confirm/again',
      'approve',
      'password/reset/check',
      'sign-in',
      'password/reset-request',
      'password/reset',
      'client/code',
      'client/code/check',
      'client/password',
      'operator/code',
      'operator/sign-in',
    ]
      .concat('invitation/check', 'known-browsers', 'invitation/accept', 'factors/{id}/verify', 'oauth/link')
      .concat(['look-up', 'open'].map((path) => `guest-links/${path}`))
      .concat(['look-up', 'open', 'code', 'confirm', 'renew'].map((path) => `one-tap/${path}`))
      .map((path) => [`POST /api/auth/${path}`, 400]),
  ),
  'POST /api/auth/passkeys/sign-in/options': 200,
  'POST /api/auth/passkeys/sign-in': 400,
  'GET /api/auth/oauth/providers': 200,
  'GET /api/auth/oauth/{provider}/start': 303,
  'GET /api/auth/oauth/{provider}/callback': 303,
  'POST /api/auth/oauth/finish': 401,
  // Protected by the remote's token.
  'GET /api/remotes/{name}/versions': 401,
  'GET /api/remotes/{name}/tabs': 401,
  'POST /api/remotes/{name}/versions': 401,
  'PUT /api/remotes/{name}/versions/{version}/files/{path}': 401,
  'POST /api/remotes/{name}/versions/{version}/live': 401,
  'POST /api/remotes/{name}/versions/{version}/preview': 401,
  'POST /api/remotes/{name}/local': 401,
  'GET /api/remotes/{name}/switches': 401,
  'POST /api/remotes/{name}/rollback': 401,
  'GET /api/remotes/{name}/canary': 401,
  'POST /api/remotes/{name}/canary': 401,
  'POST /api/remotes/{name}/canary/continue': 401,
  'POST /api/remotes/{name}/canary/stop': 401,
  // Protected by the ID token in the request.
  'POST /api/remotes/{name}/token': 400,
}
