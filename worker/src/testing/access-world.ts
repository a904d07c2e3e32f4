import { recoveryHash } from '../auth/factors/recovery-codes.ts'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { signAccessToken } from '../auth/sessions/access-token.ts'
import { uuidv7 } from '../ids.ts'
import { good, newRecord } from './accounts.ts'
import { insert, newBookkeeper, newClient, portalUrl, type TestBookkeeper, type TestClient } from './portal.ts'
import { draft, newWork, uploaded } from './sections.ts'
import { underTest } from './under-test.ts'
import { change, rows, send } from './work.ts'

/** Who calls, and what there is to be called for: one firm with one of everything, whose ids everybody else is handed. */

export const PASSWORD = 'open-for-access-1!'
/** Opens the first firm's second factor, once. */
export const RECOVERY_CODE = '0123456789ABCDEFGHJKMNPQ'

/** Callers whose tokens let nobody in. */
export const OUTSIDERS = ['nobody', 'expired', 'tampered', 'foreign signature'] as const
/** Callers who are let in, but own nothing of the first firm. */
export const STRANGERS = ['other client', "other firm's bookkeeper", 'revoked client', 'revoked bookkeeper'] as const
/** Whose things they are. */
export const OWNERS = ['client', 'bookkeeper'] as const
export type Who = (typeof OUTSIDERS)[number] | (typeof STRANGERS)[number] | (typeof OWNERS)[number]

export const roleOf = (who: Who): 'client' | 'bookkeeper' => (who.includes('client') ? 'client' : 'bookkeeper')

/** The ids of the first firm's things. */
export interface Things {
  client: string
  offer: string
  otherOffer: string
  emailChange: string
  workform: string
  section: string
  file: string
  upload: string
  thread: string
  message: string
  session: string
  factor: string
  activeFactor: string
  identity: string
  webhook: string
  delivery: string
  mail: string
}

export interface World {
  tokens: Record<Who, string>
  things: Things
  /** Everything that no answer to a stranger may hold. */
  secrets: string[]
}

/** Whose token it is. */
const userOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

async function strange(owner: TestBookkeeper): Promise<Pick<World, 'tokens'>['tokens']> {
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
    // Of the very same bookkeeper: the closest stranger there is.
    'other client': (await newClient(owner)).token,
    client: '',
    bookkeeper: owner.token,
  }
}

/** One of everything that a client can have, made through the API. */
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

/** One of everything that is a bookkeeper's own. */
export async function bookkeeperThings(bookkeeper: TestBookkeeper) {
  const [session, factor, activeFactor, identity, mail, at] = [
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
      sql: 'INSERT INTO sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      args: [session, bookkeeper.userId, session, at, at, new Date(Date.now() + 86_400_000).toISOString()],
    },
    {
      sql: "INSERT INTO auth_factors (id, user_id, type, secret, created_at, verified_at) VALUES (?, ?, 'totp', 'sealed', ?, NULL), (?, ?, 'totp', 'sealed', ?, ?)",
      args: [factor, bookkeeper.userId, at, activeFactor, bookkeeper.userId, at, at],
    },
    {
      sql: 'INSERT INTO recovery_codes (id, user_id, code_hash, created_at) VALUES (?, ?, ?, ?)',
      args: [uuidv7(), bookkeeper.userId, recoveryHash(bookkeeper.userId, RECOVERY_CODE), at],
    },
    {
      sql: "INSERT INTO auth_identities (id, user_id, issuer, subject, provider, email, created_at) VALUES (?, ?, 'issuer', ?, 'oidc', ?, ?)",
      args: [identity, bookkeeper.userId, identity, bookkeeper.email, at],
    },
  ])
  await insert([
    {
      sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, dead_at, bookkeeper_id) VALUES (?, ?, 'mail', ?, ?, ?, ?, ?)`,
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
  return { session, factor, activeFactor, identity, webhook: webhook.id, delivery: delivery.id, mail }
}

/** A firm with one of everything, and everybody who might ask for it. */
export async function newWorld(): Promise<World> {
  const { bookkeeper, client, workform, first } = await newWork()

  const tokens = { ...(await strange(bookkeeper)), client: client.token }
  // Who must show a password before anything is looked up shows the right one, so that it is looked up.
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
  }
  return { tokens, things, secrets: [...Object.values(things), bookkeeper.email, client.email] }
}

/** Makes a request as somebody; `body` goes as JSON, or as it is where it is a text. */
export function ask(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(new URL(path, portalUrl), {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
