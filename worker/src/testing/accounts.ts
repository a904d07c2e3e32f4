import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { uuidv7 } from '../ids.ts'
import { insert, mailsTo, portalUrl, problemOf, type SentMail, type TestBookkeeper, unique } from './portal.ts'
import { until } from './until.ts'

/** What a browser without a session does with accounts: posts, cookies, and links out of mails. */

/** The cookie of a browser of its own, under its names in development and in production. */
export function newDevice(): { cookie: string } {
  const device = randomBytes(32).toString('base64url')
  return { cookie: `portal_device=${device}; __Secure-portal_device=${device}` }
}

/** The one browser that asks for the codes of a test, where it names no other. */
const browser = newDevice()

/** POSTs JSON without any session; `headers` may add a cookie or a token. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, portalUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(path.startsWith('/api/auth/client/') ? browser : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

/** Expects an answer that went well and gives its JSON. */
export async function good<T = unknown>(response: Response | Promise<Response>): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Expects an error answer with this code and gives its title and detail. */
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

/** The cookie that an answer set, as a request sends it back. */
export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** The mail with this subject that the address gets next; `than`: how many of that subject it has already. */
export async function nextMail(address: string, subject: string, than = 0): Promise<SentMail> {
  return until(`'${subject}'`, async () => {
    const mails = (await mailsTo(address)).filter((m) => m.subject === subject)
    return mails.length > than ? mails[0] : undefined
  })
}

/** The token that a link of the mail carries under this name. */
export function tokenIn(mail: SentMail, name: 'confirm' | 'reset' | 'token' | 'reply-to' | 'approve'): string {
  const [, token] = new RegExp(`[?]${name}=([\\w-]+)`).exec(mail.text) ?? []
  return token ?? ''
}

/** The six digits of a code mail. */
export function codeIn(mail: SentMail): string {
  return /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0] ?? ''
}

/** A bookkeeper's sign-up that nobody has sent yet. */
export function newSignUp() {
  return {
    name: 'Bea Bookkeeper',
    email: `${unique('signup')}@example.com`,
    password: 'sesame',
    company: 'Bea & Co',
    timeZone: 'Europe/Berlin',
  }
}

/** A bookkeeper who has signed up and confirmed, through the API. */
export async function registered(): Promise<ReturnType<typeof newSignUp>> {
  const input = newSignUp()
  await good(post('/api/auth/sign-up', input))
  const mail = await nextMail(input.email, 'Confirm your email address')
  await good(post('/api/auth/confirm', { token: tokenIn(mail, 'confirm') }))
  return input
}

/** A client record of the bookkeeper whose owner has not signed up yet. */
export async function newRecord(
  bookkeeper: TestBookkeeper,
  email = `${unique('client')}@example.com`,
  name = 'Cleo Client',
) {
  const at = new Date().toISOString()
  const id = uuidv7()
  await insert([
    {
      sql: `INSERT INTO book_clients (id, name, email, phone, company, status, bookkeeper_id, firm_id, created_at, updated_at)
            VALUES (?, ?, ?, '555 0100', 'Client Ltd', 'new', ?, ?, ?, ?)`,
      args: [id, name, email, bookkeeper.userId, bookkeeper.firmId, at, at],
    },
    {
      sql: 'INSERT INTO book_client_auth (id, client_id, email, password_set, created_at, updated_at) VALUES (?, ?, ?, 0, ?, ?)',
      args: [uuidv7(), id, email, at, at],
    },
  ])
  return { id, email, name }
}

const CODE_SUBJECT = { signup: 'Your verification code', recovery: 'Your password reset code' } as const

/** Asks for a code and reads it from the mailbox. */
export async function mailedCode(email: string, purpose: 'signup' | 'recovery', than = 0): Promise<string> {
  await good(post('/api/auth/client/code', { email, purpose }))
  return codeIn(await nextMail(email, CODE_SUBJECT[purpose], than))
}

/** Takes a client through the code to the token that sets the password. */
export async function setupToken(email: string, purpose: 'signup' | 'recovery', than = 0): Promise<string> {
  const code = await mailedCode(email, purpose, than)
  const { setup_token } = await good<{ setup_token: string }>(
    post('/api/auth/client/code/check', { email, purpose, code }),
  )
  return setup_token
}

export const CLIENT_PASSWORD = 'correct-horse-7'

/** A client who has signed up through the API, with the record they act as. */
export async function signedUpClient(bookkeeper: TestBookkeeper): Promise<{ id: string; email: string; name: string }> {
  const record = await newRecord(bookkeeper)
  const token = await setupToken(record.email, 'signup')
  await good(
    post('/api/auth/client/password', { setup_token: token, password: CLIENT_PASSWORD, timeZone: 'Europe/Paris' }),
  )
  return record
}
