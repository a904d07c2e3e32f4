import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type Client, openAs, type Person } from './users.ts'
import { url } from './portal-test.ts'

/** Form Submissions of a bookkeeper, and what clients send by the API. */

/** Opens Form Submissions. `size` is that of the project unless it is given. */
export async function openDesk(
  browser: Browser,
  { email }: Person,
  query = '',
  size?: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ ...(size ? { viewport: size } : {}), acceptDownloads: true })
  const page = await openAs(context, url, email, `/form-submissions${query}`, 'bookkeeper')
  await expect(page.getByRole('heading', { name: 'Form Submissions' })).toBeVisible()
  return page
}

/** Returns a card or section by its heading. */
export const fold = (page: Page, name: string): Locator =>
  page.locator(`details:has(> summary [role=heading]:text-is("${name}"))`)

/** A file that a client has uploaded. */
export interface Sent {
  id: string
  name: string
  path: string
  size: number
  type: string
}

/** Uploads a file to a field of a section. */
export async function upload(
  client: Client,
  section: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  field = 'scan',
): Promise<Sent> {
  const query = new URLSearchParams({ field, name })
  const response = await fetch(`${url}/api/portal/sections/${client.sections.get(section)}/files?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.session.access_token}` },
    body: bytes,
  })
  expect(response.status).toBe(201)
  return (await response.json()) as Sent
}

/** What a client says in place of answers, by field id. */
type NonAnswers = Record<string, { reason: string; note: string }>

export async function submit(
  client: Client,
  section: string,
  answers: Record<string, unknown>,
  non_answers: NonAnswers = {},
): Promise<void> {
  const id = client.sections.get(section) ?? ''
  const { version } = await client.request<{ version: number }>('GET', `/portal/sections/${id}`)
  await client.request('POST', `/portal/sections/${id}/submit`, { answers, non_answers, version })
}
