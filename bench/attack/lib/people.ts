import type { Page } from '@playwright/test'
import type { Session } from '@portal/contract/auth'
import { hashPassword } from '../../../worker/src/portal/auth/passwords/password-hash.ts'
import { bookkeeperThings, clientThings, PASSWORD, type Things } from '../../../worker/src/testing/access-fixture.ts'
import { cookieOf, good, post } from '../../../worker/src/testing/accounts.ts'
import type { Credentials } from '../../../worker/src/testing/factors.ts'
import { newGuest } from '../../../worker/src/testing/guests.ts'
import {
  type Caller,
  newBookkeeper,
  newClient,
  type TestBookkeeper,
  type TestClient,
  unique,
} from '../../../worker/src/testing/portal.ts'
import { fieldsIn } from '../../../worker/src/testing/sections.ts'
import { assigned, change, newWorkform, sectionsOf, send } from '../../../worker/src/testing/work.ts'

/** People and firms, in addition to those of the worker's test helpers. */

/** Sets a person's password. */
const setPassword = async (userId: string, password: string): Promise<void> =>
  change('UPDATE auth_users SET password_hash = ? WHERE id = ?', await hashPassword(password), userId)

/** Signs in with a password. */
export const signIn = (
  { email, password }: Credentials,
  headers: Record<string, string> = {},
  portal: 'bookkeeper' | 'client' = 'bookkeeper',
): Promise<Response> => post('/api/auth/sign-in', { email, password, portal }, headers)

/** Signs a new bookkeeper in, in a browser. */
export async function signInPage(page: Page, url: string): Promise<void> {
  const { userId, email } = await newBookkeeper()
  await setPassword(userId, PASSWORD)
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/dashboard')
}

/** Signs in and returns the session with its refresh cookie. */
export async function newSession(credentials: Credentials, portal: 'bookkeeper' | 'client' = 'bookkeeper') {
  const response = await signIn(credentials, {}, portal)
  return { cookie: cookieOf(response), session: await good<Session>(response) }
}

/** Asks the API to add a client; `input` overrides fields. */
export const addClient = (bookkeeper: Caller, input: Record<string, unknown> = {}): Promise<Response> =>
  send(bookkeeper, 'POST', '/api/clients', { name: 'Ann', email: `${unique('ann')}@example.com`, phone: '1', ...input })

/** A client and the ids of one of everything that the client and the bookkeeper own. */
export interface Owner {
  client: TestClient
  things: Things
}

/** A bookkeeper whose password is `PASSWORD`, with two clients who have a workform each. */
export interface Firm {
  bookkeeper: TestBookkeeper
  one: Owner
  two: Owner
}

/** Creates a firm with one of everything. */
export async function newFirm(): Promise<Firm> {
  const bookkeeper = await newBookkeeper()
  await setPassword(bookkeeper.userId, PASSWORD)
  const own = await bookkeeperThings(bookkeeper)
  const owner = async (name: string): Promise<Owner> => {
    const client = await newClient(bookkeeper, name)
    const workform = await newWorkform(bookkeeper, { fields: fieldsIn('First') })
    await assigned(bookkeeper, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    const guestLink = (await newGuest(client, section?.id ?? '')).link.id
    const things = { ...own, ...(await clientThings(client, section?.id ?? '')), workform: workform.id, guestLink }
    return { client, things }
  }
  return { bookkeeper, one: await owner('Cleo One'), two: await owner('Cleo Two') }
}

/** Returns texts that no caller outside of the firm may read. */
export const secretsOfFirm = ({ bookkeeper, one, two }: Firm): string[] => [
  ...new Set([one, two].flatMap(({ things, client }) => [...Object.values(things), client.email])),
  bookkeeper.email,
  bookkeeper.firmId,
]

/** Returns texts that no other client of the firm may read. */
export const secretsOfClient = ({ client, things }: Owner): string[] => [
  client.email,
  things.client,
  things.workform,
  things.section,
  things.file,
  things.upload,
  things.thread,
  things.message,
]
