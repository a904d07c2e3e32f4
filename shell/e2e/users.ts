import { type BrowserContext, expect, type Page } from '@playwright/test'
import { whenNotBusy } from '../../worker/src/testing/when-not-busy.ts'
import { linkFor } from './mailbox.ts'
import { inTwoWeeks, PASSWORD, unique } from './test-data.ts'

/** Creates users and workforms by the API, for tests that start from them. */

interface Session {
  access_token: string
  expires_at: string
  user: { id: string; client_id?: string }
}

/** A user who is signed in by the API. */
export interface Person {
  email: string
  session: Session
  request<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
}

async function post(url: string, path: string, body: unknown, network = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...network }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await whenNotBusy(() => fetch(`${url}/api${path}`, request))
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Signs a user in by the API. */
export async function signedIn(
  url: string,
  email: string,
  portal: 'bookkeeper' | 'client',
  password = PASSWORD,
): Promise<Person> {
  const session = (await (await post(url, '/auth/sign-in', { email, password, portal })).json()) as Session
  return {
    email,
    session,
    request: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const headers = {
        authorization: `Bearer ${session.access_token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      }
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const response = await whenNotBusy(() => fetch(`${url}/api${path}`, init))
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
  }
}

/** Signs a bookkeeper up and confirms the address. Returns the address. */
export async function signUpBookkeeper(url: string, name: string): Promise<string> {
  const email = `${unique('bookkeeper')}@example.com`
  // Each from a network of its own: the mails for one network are limited, and all tests share this machine's.
  const part = (): string => Math.floor(Math.random() * 0xffff).toString(16)
  const network = { 'cf-connecting-ip': `2001:db8:${part()}:${part()}::1` }
  await post(url, '/auth/sign-up', { name, email, password: PASSWORD }, network)
  const link = new URL(await linkFor(url, email, /\?confirm=/))
  await post(url, '/auth/confirm', { token: link.searchParams.get('confirm') })
  return email
}

/** Creates a bookkeeper who is signed in by the API. */
export async function newBookkeeper(url: string): Promise<Person> {
  return signedIn(url, await signUpBookkeeper(url, 'Maya Torres'), 'bookkeeper')
}

/** A field in the format of the builder. */
export interface NewField {
  id: string
  name: string
  section: string
  type?: string
  required?: boolean
  options?: string[]
}

/** A client with an assigned workform. `sections` has the assignment ids by section name. */
export interface Client extends Person {
  id: string
  name: string
  workformId: string
  sections: Map<string, string>
}

/** Creates a client who has accepted the invitation, and assigns a workform with these fields. */
export async function newClient(
  url: string,
  bookkeeper: Person,
  workform: string,
  fields: readonly NewField[],
  name = 'Priya Raman',
): Promise<Client> {
  const email = `${unique('client')}@example.com`
  const { id } = await bookkeeper.request<{ id: string }>('POST', '/clients', { name, email, phone: '555 0100' })
  const form = await bookkeeper.request<{ id: string }>('POST', '/workforms', { name: workform, fields })
  const clients = [{ client_id: id, due_date: inTwoWeeks() }]
  await bookkeeper.request('POST', '/assignments', { workform_id: form.id, clients })
  const link = new URL(await linkFor(url, email, /\/client-setup\?token=/))
  await post(url, '/auth/invitation/accept', { token: link.searchParams.get('token'), password: PASSWORD })
  const person = await signedIn(url, email, 'client')
  const { items } = await person.request<Listed>('GET', '/portal/workforms')
  return {
    ...person,
    id,
    name,
    workformId: form.id,
    sections: new Map(items.flatMap((w) => w.sections).map((s) => [s.name, s.assignment_id])),
  }
}
interface Listed {
  items: { sections: { name: string; assignment_id: string; status: string }[] }[]
}

/** Returns the answers of a section on the server. */
export const onServer = async (client: Client, section: string): Promise<Record<string, unknown>> =>
  (
    await client.request<{ answers: Record<string, unknown> }>(
      'GET',
      `/portal/sections/${client.sections.get(section) ?? ''}`,
    )
  ).answers

/** Opens a page in a new browser that is signed in as the client or bookkeeper. */
export async function openAs(
  context: BrowserContext,
  url: string,
  email: string,
  path = '/client-dashboard',
  portal: 'client' | 'bookkeeper' = 'client',
  password = PASSWORD,
): Promise<Page> {
  const page = await context.newPage()
  // The context also gets the refresh cookie.
  const response = await context.request.post(`${url}/api/auth/sign-in`, { data: { email, password, portal } })
  expect(response.ok()).toBe(true)
  const session = await response.text()
  await page.goto(`${url}/icon.svg`)
  await page.evaluate((text) => localStorage.setItem('portal.session', text), session)
  await page.goto(url + path)
  return page
}
