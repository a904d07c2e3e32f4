import type { Browser, Page } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { PAGES } from './pages.ts'
import { refuseChanges } from './refuse-changes.ts'
import { LONG } from './test-data.ts'
import { layoutProblems } from './usability-checks.ts'
import { newClient, openAs, type Person, signedIn, signUpBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/**
 * Looks at every page with the longest names at five widths, and at what bookkeeper and client do together. With the
 * demo data, `screens.spec.ts` looks at every page. `delivery.spec.ts` looks at those of operators.
 */

const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''

/** Looks at pages. `button` is on those that have something open. */
async function expectLayout(page: Page, paths: readonly string[], button?: string): Promise<void> {
  const problems: string[] = []
  for (const path of paths) {
    await page.goto(new URL(path, url).href)
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (button) await expect(page.getByRole('button', { name: button }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    problems.push(...(await layoutProblems(page)).map((problem) => `${path} at ${problem}`))
  }
  expect(problems).toEqual([])
}

interface Workform {
  workform_id: string
  sections: { assignment_id: string; status: string }[]
}

/** Looks at a client, a review, a conversation and a form between bookkeeper and client, and at `pages` of both. */
async function expectBoth(
  browser: Browser,
  bookkeeper: Person,
  client: Person,
  pages: { bookkeeper: readonly string[]; client: readonly string[] },
  password?: string,
): Promise<void> {
  const open = async (role: 'bookkeeper' | 'client'): Promise<Page> => {
    const { email } = role === 'client' ? client : bookkeeper
    const page = await openAs(await browser.newContext(), url, email, '/icon.svg', role, password)
    // Other tests need the unread messages of the demo data.
    await refuseChanges(page)
    return page
  }
  const id = client.session.user.client_id
  const { items } = await client.request<{ items: Workform[] }>('GET', '/portal/workforms')
  const section = items[0]?.sections.find(({ status }) => status === 'pending')
  const desk = await open('bookkeeper')
  await expectLayout(desk, [...pages.bookkeeper, `/clients?client=${id}`])
  await expectLayout(desk, [`/form-submissions?workform=${items[0]?.workform_id}&client=${id}`], 'Approve')
  await expectLayout(desk, [`/chat?client=${id}`], 'Send message')
  const portal = await open('client')
  await expectLayout(portal, pages.client)
  // No test submits the sections of the demo data.
  expect(section).toBeDefined()
  await expectLayout(portal, [`/client-dashboard?section=${section?.assignment_id}`], 'Submit Section')
}

test('cuts and covers nothing in the demo data @desk', async ({ browser }) => {
  const bookkeeper = await signedIn(url, DEMO_BOOKKEEPER.email, 'bookkeeper', DEMO_PASSWORD)
  const client = await signedIn(url, CLIENT, 'client', DEMO_PASSWORD)
  await expectBoth(browser, bookkeeper, client, { bookkeeper: [], client: [] }, DEMO_PASSWORD)
})

test('cuts and covers nothing when names have 118 letters @desk', async ({ browser }) => {
  const bookkeeper = await signedIn(url, await signUpBookkeeper(url, LONG), 'bookkeeper')
  const field = { id: 'name', name: LONG, section: LONG }
  const other = { id: 'other', name: LONG, section: `Other ${LONG}`, type: 'dropdown', options: [LONG, 'None'] }
  const client = await newClient(url, bookkeeper, LONG, [field, other], LONG)
  await client.request('POST', `/portal/sections/${client.sections.get(LONG) ?? ''}/submit`, {
    answers: { name: LONG },
    version: 0,
  })
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  await client.request('POST', `/chat/threads/${thread?.id}/messages`, { message: LONG })
  await expectBoth(browser, bookkeeper, client, PAGES)
})
