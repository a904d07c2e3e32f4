import { recoveryHash } from '../portal/auth/factors/recovery-codes.ts'
import { hashPassword } from '../portal/auth/passwords/password-hash.ts'
import { signAccessToken } from '../platform/access/access-token.ts'
import { uuidv7 } from '../platform/ids.ts'
import { good, newRecord } from './accounts.ts'
import { insert, newBookkeeper, newClient, originOf, type TestBookkeeper, type TestClient } from './portal.ts'
import { newDelegate, newGuest } from './guests.ts'
import { draft, fieldsIn, newWork, uploaded } from './sections.ts'
import { underTest } from './under-test.ts'
import { assigned, change, newWorkform, rows, sectionsOf, send } from './work.ts'

/** The fixture of the access test: a firm with one of everything, whose ids every caller uses. */

export const PASSWORD = 'open-for-access-1!'
/** A recovery code of the first firm's second factor. */
export const RECOVERY_CODE = '0123456789ABCDEFGHJKMNPQ'

/** Callers without a valid token. */
export const OUTSIDERS = ['nobody', 'expired', 'tampered', 'foreign signature'] as const
/** Callers with a valid token who own nothing in the first firm. */
export const STRANGERS = [
  'other client',
  "other client's guest",
  "other client's delegate",
  "other firm's bookkeeper",
  'revoked client',
  'revoked bookkeeper',
] as const
/** The guest of a client for the first firm's question. */
export const GUEST = 'guest of the client'
/** Another person who fills in the first firm's section for the client. */
export const DELEGATE = 'delegate of the client'
/** Owners of the resources. */
export const OWNERS = ['client', 'bookkeeper'] as const
export type CallerKind =
  | (typeof OUTSIDERS)[number]
  | (typeof STRANGERS)[number]
  | (typeof OWNERS)[number]
  | typeof GUEST
  | typeof DELEGATE

export const roleOf = (who: CallerKind): 'client' | 'bookkeeper' => (who.includes('client') ? 'client' : 'bookkeeper')

/** Ids of the first firm's resources. */
export interface Things {
  client: string
  offer: string
  otherOffer: string
  emailChange: string
  workform: string
  section: string
  file: string
  upload: string
  guestLink: string
  thread: string
  message: string
  session: string
  factor: string
  activeFactor: string
  identity: string
  passkey: string
  webhook: string
  delivery: string
  mail: string
}

/** The tokens of all callers and the resources of the first firm. */
export interface AccessFixture {
  tokens: Record<CallerKind, string>
  things: Things
  /** Texts that no response to a stranger may contain. */
  secrets: string[]
}

/** Returns the user id in a token. */
const userOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

/** Creates the guests of a client, for a section of a workform that no one else has. Returns their tokens. */
async function otherGuests(owner: TestBookkeeper, client: TestClient) {
  const workform = await newWorkform(owner, { fields: fieldsIn('Other') })
  await assigned(owner, workform, [client.clientId])
  const [section] = await sectionsOf(client.clientId, workform.id)
  const id = section?.id ?? ''
  return {
    "other client's guest": (await newGuest(client, id)).guest.token,
    "other client's delegate": (await newDelegate(client, id)).guest.token,
  }
}

/** Creates the callers around a bookkeeper and one of the bookkeeper's clients. Returns their tokens. */
async function newTokens(
  owner: TestBookkeeper,
  client: TestClient,
  section: string,
): Promise<AccessFixture['tokens'] & { guestLink: string }> {
  // No stranger is closer to the owner than another client of the same bookkeeper.
  const otherClient = await newClient(owner)
  const guest = await newGuest(client, section)
  const actor = {
    userId: owner.userId,
    role: 'bookkeeper' as const,
    firmId: owner.firmId,
    clientId: null,
    sessionId: uuidv7(),
    timeZone: 'UTC',
  }
  const [header = '', , signature = ''] = owner.token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...actor, sub: uuidv7(), exp: 9_999_999_999 })).toString('base64url')
  const [revokedBookkeeper, otherBookkeeper] = [await newBookkeeper(), await newBookkeeper()]
  const revokedClient = await newClient(revokedBookkeeper)
  const ended = [revokedBookkeeper.userId, revokedClient.userId]
  await change(`UPDATE sessions SET revoked_at = created_at WHERE user_id IN (?, ?)`, ...ended)
  return {
    nobody: '',
    expired: (await signAccessToken(underTest.authSecret, actor, new Date(Date.now() - 3_600_000))).token,
    tampered: `${header}.${payload}.${signature}`,
    'foreign signature': (await signAccessToken('another-secret-of-thirty-two-chars!!', actor, new Date())).token,
    'revoked client': revokedClient.token,
    'revoked bookkeeper': revokedBookkeeper.token,
    "other firm's bookkeeper": otherBookkeeper.token,
    'other client': otherClient.token,
    ...(await otherGuests(owner, otherClient)),
    [GUEST]: guest.guest.token,
    [DELEGATE]: (await newDelegate(client, section)).guest.token,
    guestLink: guest.link.id,
    client: client.token,
    bookkeeper: owner.token,
  }
}

/** Creates one of every resource of a client through the API. */
export async function clientThings(client: TestClient, section: string) {
  await good(draft(client, section, { name: 'Ann' }, 0))
  const file = await uploaded(client, section, 'passport.pdf')
  const announced = { field: 'scan', name: 'big.pdf', size: 20_000_000 }
  const upload = await good<{ id: string }>(send(client, 'POST', `/api/portal/sections/${section}/uploads`, announced))
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', client.clientId)
  const message = await good<{ id: string }>(
    send(client, 'POST', `/api/chat/threads/${thread?.id}/messages`, { message: 'Hello' }),
  )
  const offer = await newRecord(await newBookkeeper(), client.email)
  const otherOffer = await newRecord(await newBookkeeper(), client.email)
  const emailChange = uuidv7()
  await change(
    'INSERT INTO email_changes (id, client_id, email, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    emailChange,
    client.clientId,
    'moved@example.com',
    'hash',
    new Date().toISOString(),
    new Date(Date.now() + 86_400_000).toISOString(),
  )
  return {
    client: client.clientId,
    offer: offer.id,
    otherOffer: otherOffer.id,
    emailChange,
    section,
    file: file.id,
    upload: upload.id,
    thread: thread?.id ?? '',
    message: message.id,
  }
}

/** Creates one of every resource of a bookkeeper. */
export async function bookkeeperThings(bookkeeper: TestBookkeeper) {
  const [session, factor, activeFactor, identity, passkey, mail, at] = [
    uuidv7(),
    uuidv7(),
    uuidv7(),
    uuidv7(),
    uuidv7(),
    uuidv7(),
    new Date().toISOString(),
  ]
  // Nothing listens there.
  const hook = { url: 'http://127.0.0.1:9/', events: ['created'] }
  const webhook = await good<{ id: string }>(send(bookkeeper, 'POST', '/api/webhooks', hook))
  const delivery = await good<{ id: string }>(send(bookkeeper, 'POST', `/api/webhooks/${webhook.id}/test`))
  await insert([
    {
      sql: `INSERT INTO sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?)`,
      args: [session, bookkeeper.userId, session, at, at, new Date(Date.now() + 86_400_000).toISOString()],
    },
    {
      sql: `INSERT INTO auth_factors (id, user_id, type, secret, created_at, verified_at)
        VALUES (?, ?, 'totp', 'sealed', ?, NULL), (?, ?, 'totp', 'sealed', ?, ?)`,
      args: [factor, bookkeeper.userId, at, activeFactor, bookkeeper.userId, at, at],
    },
    {
      sql: 'INSERT INTO recovery_codes (id, user_id, code_hash, created_at) VALUES (?, ?, ?, ?)',
      args: [uuidv7(), bookkeeper.userId, recoveryHash(bookkeeper.userId, RECOVERY_CODE), at],
    },
    {
      sql: `INSERT INTO auth_identities (id, user_id, issuer, subject, provider, email, created_at)
        VALUES (?, ?, 'issuer', ?, 'oidc', ?, ?)`,
      args: [identity, bookkeeper.userId, identity, bookkeeper.email, at],
    },
    {
      sql: `INSERT INTO passkeys
        (id, user_id, credential_id, public_key, counter, transports, synced, name, created_at)
        VALUES (?, ?, ?, 'key', 0, '[]', 0, 'Laptop', ?)`,
      args: [passkey, bookkeeper.userId, passkey, at],
    },
  ])
  await insert([
    {
      sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, dead_at, bookkeeper_id)
        VALUES (?, ?, 'mail', ?, ?, ?, ?, ?)`,
      args: [
        mail,
        `mail:${mail}@example.com`,
        JSON.stringify({ to: `${mail}@example.com`, subject: 'Hello', text: '', html: '' }),
        at,
        at,
        at,
        bookkeeper.userId,
      ],
    },
  ])
  return { session, factor, activeFactor, identity, passkey, webhook: webhook.id, delivery: delivery.id, mail }
}

/** Creates a firm with one of everything, and the tokens of all callers. */
export async function newAccessFixture(): Promise<AccessFixture> {
  const { bookkeeper, client, workform, first } = await newWork()

  const { guestLink, ...tokens } = await newTokens(bookkeeper, client, first.id)
  // Routes that check a password before looking up an id need the correct password.
  const users = JSON.stringify([tokens.client, tokens.bookkeeper, ...STRANGERS.map((who) => tokens[who])].map(userOf))
  await change(
    'UPDATE auth_users SET password_hash = ? WHERE id IN (SELECT value FROM json_each(?))',
    await hashPassword(PASSWORD),
    users,
  )
  const things = {
    ...(await clientThings(client, first.id)),
    ...(await bookkeeperThings(bookkeeper)),
    workform: workform.id,
    guestLink,
  }
  return { tokens, things, secrets: [...Object.values(things), bookkeeper.email, client.email] }
}

/**
 * Sends a request with a token. Sends `body` as JSON, or unchanged if it is a string.
 * @param origin where to (default: the origin at which the path answers)
 */
export function ask(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  origin = originOf(path),
): Promise<Response> {
  return fetch(new URL(path, origin), {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
