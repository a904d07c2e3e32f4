import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { hashPassword } from '../portal/auth/passwords/password-hash.ts'
import { uuidv7 } from '../platform/ids.ts'
import { newAddress } from './new-address.ts'
import { signedUpRows } from './people-rows.ts'
import { insert, mailsTo, originOf, problemOf, type SentMail, type TestBookkeeper, unique } from './portal.ts'
import { until } from './until.ts'
import { whenNotBusy } from './when-not-busy.ts'

/** Account flows of a browser without a session: requests, cookies and mailed links. */

/** Returns the cookie of a new browser, under its names in development and production. */
export function newDevice(): { cookie: string } {
  const device = randomBytes(32).toString('base64url')
  return { cookie: `portal_device=${device}; __Secure-portal_device=${device}` }
}

/** The browser that requests verification codes unless a test uses another one. */
const browser = newDevice()

/** The network of this test file. The attempts from a network are limited, and other files make attempts as well. */
const network = { 'cf-connecting-ip': newAddress() }

/** POSTs JSON without a session. `headers` may add a cookie or a token, or set another network. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...network,
      ...(path.startsWith('/api/auth/client/') ? browser : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  }
  return whenNotBusy(() => fetch(new URL(path, originOf(path)), request))
}

/** Expects a successful response and returns its JSON. */
export async function good<T = unknown>(response: Response | Promise<Response>): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Expects an error with this code and returns its title and detail. */
export async function refused(
  response: Response | Promise<Response>,
  code: string,
): Promise<{ title: string; detail: string }> {
  const answer = await response
  const problem = await problemOf(answer)
  expect(problem.code).toBe(code)
  expect(answer.status).toBe(problem.status)
  return { title: problem.title, detail: problem.detail }
}

/** Returns the cookie that a response set, for a Cookie header. */
export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Waits for a mail with this subject. @param than number of mails with this subject before */
export async function nextMail(address: string, subject: string, than = 0): Promise<SentMail> {
  return until(`'${subject}'`, async () => {
    const mails = (await mailsTo(address)).filter((m) => m.subject === subject)
    return mails.length > than ? mails[0] : undefined
  })
}

/** Returns the token in a mail's link. */
export function tokenIn(
  mail: SentMail,
  name: 'confirm' | 'reset' | 'token' | 'reply-to' | 'approve' | 'browser',
): string {
  const [, token] = new RegExp(`[?]${name}=([\\w-]+)`).exec(mail.text) ?? []
  return token ?? ''
}

/** Returns the six-digit code in a mail. */
export function codeIn(mail: SentMail): string {
  return /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0] ?? ''
}

/** Returns the data of a bookkeeper's sign-up, without sending it. */
export function newSignUp() {
  return {
    name: 'Bea Bookkeeper',
    email: `${unique('signup')}@example.com`,
    password: 'sesame',
    company: 'Bea & Co',
    timeZone: 'Europe/Berlin',
  }
}

/**
 * Creates a bookkeeper who can sign in. Does not use the API, because all tests come from one network, whose sign-ups
 * are limited.
 */
export async function registered(): Promise<ReturnType<typeof newSignUp>> {
  const input = newSignUp()
  await insert(signedUpRows(input, await hashPassword(input.password, 'minimal')))
  return input
}

/** Creates a client record whose owner has not signed up yet. */
export async function newRecord(
  bookkeeper: TestBookkeeper,
  email = `${unique('client')}@example.com`,
  name = 'Cleo Client',
) {
  const at = new Date().toISOString()
  const id = uuidv7()
  await insert([
    {
      sql: `INSERT INTO book_clients (id, name, email, phone, company, status, bookkeeper_id, firm_id, created_at,
        updated_at)
            VALUES (?, ?, ?, '555 0100', 'Client Ltd', 'new', ?, ?, ?, ?)`,
      args: [id, name, email, bookkeeper.userId, bookkeeper.firmId, at, at],
    },
    {
      sql: `INSERT INTO book_client_auth (id, client_id, email, password_set, created_at, updated_at)
        VALUES (?, ?, ?, 0, ?, ?)`,
      args: [uuidv7(), id, email, at, at],
    },
  ])
  return { id, email, name }
}

const CODE_SUBJECT = { signup: 'Your verification code', recovery: 'Your password reset code' } as const

/** Requests a verification code and reads it from the mailbox. */
export async function mailedCode(email: string, purpose: 'signup' | 'recovery', than = 0): Promise<string> {
  await good(post('/api/auth/client/code', { email, purpose }))
  return codeIn(await nextMail(email, CODE_SUBJECT[purpose], than))
}

/** Requests and checks a code. @returns the token that sets the password */
export async function setupToken(email: string, purpose: 'signup' | 'recovery', than = 0): Promise<string> {
  const code = await mailedCode(email, purpose, than)
  const { setup_token } = await good<{ setup_token: string }>(
    post('/api/auth/client/code/check', { email, purpose, code }),
  )
  return setup_token
}

export const CLIENT_PASSWORD = 'correct-horse-7'

/** Signs up a client through the API. @returns the client record */
export async function signedUpClient(bookkeeper: TestBookkeeper): Promise<{ id: string; email: string; name: string }> {
  const record = await newRecord(bookkeeper)
  const token = await setupToken(record.email, 'signup')
  await good(
    post('/api/auth/client/password', { setup_token: token, password: CLIENT_PASSWORD, timeZone: 'Europe/Paris' }),
  )
  return record
}
