import { addPerson } from '../../../tools/publish/credentials/remote-team.ts'
import { good, newDevice, nextMail, post, cookieOf } from './accounts.ts'
import { mailsTo, operatorUrl, unique } from './portal.ts'
import { underTest } from './under-test.ts'

/** People who use the operator page. */

/** Subject of the mail with the sign-in code. */
export const CODE_SUBJECT = 'Your code for the operator page'

/** A request with headers that are listed by name. */
type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** A browser that is signed in to the operator page. */
export interface OperatorBrowser {
  cookie: string
  /** Fetches a path of the operator origin, as the page does. */
  fetch(path: string, init?: Init): Promise<Response>
  /** POSTs JSON to a path there. */
  post(path: string, body: unknown): Promise<Response>
}

/** Returns the browser that a sign-in response has set its cookie in. */
export function operatorBrowser(signedIn: Response): OperatorBrowser {
  const cookie = cookieOf(signedIn)
  const call = (path: string, init: Init = {}): Promise<Response> =>
    fetch(new URL(path, operatorUrl), {
      ...init,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...init.headers, cookie },
    })
  return { cookie, fetch: call, post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }) }
}

/** Requests a code in a browser and reads it from the mailbox. */
export async function operatorCode(email: string, device = newDevice()): Promise<string> {
  const before = (await mailsTo(email)).filter((mail) => mail.subject === CODE_SUBJECT).length
  await good(post('/api/auth/operator/code', { email }, device))
  return /\b\w{5}-\w{5}\b/.exec((await nextMail(email, CODE_SUBJECT, before)).text)?.[0] ?? ''
}

/** Signs an operator, or a person of a team, in. */
export async function signedInOperator(email: string): Promise<OperatorBrowser> {
  const device = newDevice()
  const code = await operatorCode(email, device)
  return operatorBrowser(await post('/api/auth/operator/sign-in', { email, code }, device))
}

/** Adds a new person to the teams of remotes. Returns the address. */
export async function newPerson(...remotes: string[]): Promise<string> {
  const email = `${unique('person')}@example.com`.toLowerCase()
  for (const name of remotes) await addPerson({ url: underTest.databaseUrl }, name, email)
  return email
}

/** Signs a new person of the teams of remotes in. */
export const signedInTeam = async (...remotes: string[]): Promise<OperatorBrowser> =>
  signedInOperator(await newPerson(...remotes))
