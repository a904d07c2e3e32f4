import { rmSync } from 'node:fs'
import { expect, type Page, type Route, test } from '@playwright/test'
import {
  crash,
  type Edit,
  expectLeftOut,
  expectLive,
  FailingCanaries,
  type Fault,
  fragile,
  sawError,
} from './failing-canaries.ts'
import { type Portal, startPortal } from './portal.ts'
import { newBookkeeper, newClient, onServer } from './users.ts'

/** Tests what a person sees whose canary fails: the live version. Uses its own portal. */

let portal: Portal
let canaries: FailingCanaries
test.beforeAll(async () => {
  portal = await startPortal()
  canaries = new FailingCanaries(portal)
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await canaries.stop()
})

const unchanged: Edit = (script) => script
const FIELDS = [{ id: 'n', name: 'Legal name', section: 'Business' }]
const notesOf = ({ id }: { id: string }): string => `/clients?client=${id}&tab=notes`
const notes = (page: Page) => page.getByLabel('Private notes')

const SUBTITLE = 'Review and manage client form submissions'
const marked: Edit = (script) => script.replaceAll(SUBTITLE, 'This is the canary')
const missing = (route: Route) => route.fulfill({ status: 404, body: 'not found' })

test('shows the live version at once and from then on when the script of its page is missing', async ({ browser }) => {
  const canary = await canaries.give('mf-review', await newBookkeeper(portal.url), marked)
  const fault: Fault = ['*form-submissions*.js', missing]
  const visit = await canaries.open(browser, canary, '/dashboard', 'bookkeeper', fault)
  await visit.page.getByRole('link', { name: 'Form Submissions' }).first().click()
  await expect(visit.page.getByText(SUBTITLE)).toBeVisible()
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 1])
  await expect(visit.page.getByRole('status').filter({ hasText: /available|closed/ })).toHaveCount(0)
  await expectLive(visit, canary)
})

test('keeps the text of a page that throws, in each tab', async ({ browser }) => {
  const person = await newBookkeeper(portal.url)
  const client = await newClient(portal.url, person, 'Payroll', FIELDS)
  const canary = await canaries.give('mf-clients', person, fragile('Private notes'))
  const visit = await canaries.open(browser, canary, notesOf(client))
  const other = await visit.context.newPage()
  await other.goto(notesOf(client))
  await expect(notes(other)).toBeVisible()
  await notes(visit.page).fill('Prefers calls')
  await crash(visit.page)
  // The page breaks on this text.
  await notes(visit.page).fill('Prefers calls in the morning')
  await expect(visit.page.getByText('Your unsaved text was restored.')).toBeVisible()
  await expect(notes(visit.page)).toHaveValue('Prefers calls in the morning')
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 2])
  await visit.page.getByRole('button', { name: 'Save notes' }).click()
  await expect(visit.page.getByText('Notes saved')).toBeVisible()
  await visit.page.close()

  // The other tab goes on with the canary until it fails there.
  await notes(other).fill('Prefers mail')
  await crash(other)
  await notes(other).fill('Prefers mails')
  await expect(other.getByText('Your unsaved text was restored.')).toBeVisible()
  await expect(notes(other)).toHaveValue('Prefers mails')
  expect(visit.loads()).toBe(2)
  const last = { ...visit, page: other, sawError: () => sawError(other) }
  await expectLive(last, canary)
  await expect(notes(other)).toHaveValue('Prefers mails')
})

test('reports the failure of a tab that is closed at once, so that another device gets the live version', async ({
  browser,
}) => {
  const person = await newBookkeeper(portal.url)
  const client = await newClient(portal.url, person, 'Payroll', FIELDS)
  const canary = await canaries.give('mf-clients', person, fragile('Private notes'))
  const visit = await canaries.open(browser, canary, notesOf(client))
  await notes(visit.page).fill('Prefers')
  await visit.page.waitForLoadState('networkidle')
  await crash(visit.page)
  await notes(visit.page).fill('Prefers calls')
  await visit.page.close()
  await expectLeftOut(visit, canary)
  const device = await canaries.open(browser, canary, notesOf(client))
  await crash(device.page)
  await notes(device.page).fill('Prefers')
  await expect(notes(device.page)).toHaveValue('Prefers')
  await expectLive(device, canary)
})

test('keeps the text of an open dialog, and says that it was closed', async ({ browser }) => {
  const person = await newBookkeeper(portal.url)
  await newClient(portal.url, person, 'Payroll', FIELDS)
  const canary = await canaries.give('mf-clients', person, fragile('Edit Client'))
  const visit = await canaries.open(browser, canary, '/clients')
  const { page } = visit
  const edit = () =>
    page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
  const phone = page.getByRole('dialog', { name: 'Edit Client' }).getByLabel('Phone')
  await edit()
  await phone.fill('555')
  await crash(page)
  await phone.fill('555 0199')
  await expect(page.getByText('The dialog was closed')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await edit()
  await expect(phone).toHaveValue('555 0199')
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 1])
})

test('keeps the answers of a client, who types on', async ({ browser }) => {
  const client = await newClient(portal.url, await newBookkeeper(portal.url), 'Payroll', FIELDS)
  const canary = await canaries.give('mf-client-portal', client, fragile('Submit Section'))
  const visit = await canaries.open(browser, canary, '/client-dashboard', 'client')
  const { page } = visit
  const answer = page.getByLabel('Legal name')
  await page.getByRole('button', { name: 'Continue: Business' }).click()
  await answer.fill('Saffron')
  await crash(page)
  await answer.fill('Saffron Street')
  await expect(answer).toHaveValue('Saffron Street')
  await expect(answer).toBeFocused()
  await page.keyboard.type(' Foods')
  await expect.poll(() => onServer(client, 'Business')).toEqual({ n: 'Saffron Street Foods' })
  await expect(page.getByText(/another device/)).toHaveCount(0)
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 1])
  await expectLive(visit, canary)
})

test('shows the live version of a widget that throws, and leaves the text around it', async ({ browser }) => {
  const canary = await canaries.give('mf-workforms', await newBookkeeper(portal.url), fragile('Workform Name'))
  const visit = await canaries.open(browser, canary, '/clients?create=true')
  const { page } = visit
  const flow = page.getByRole('dialog', { name: 'Client Creation Flow' })
  await flow.getByLabel('Full Name').fill('Jane Miller')
  await flow.getByLabel('Email').fill('jane@example.com')
  await flow.getByLabel('Phone').fill('555 0100')
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  const select = flow.getByRole('combobox', { name: 'Workform template' })
  await select.click()
  await flow.getByRole('option').first().click()
  await crash(page)
  await flow.getByRole('button', { name: 'Customize Form' }).click()
  await expect(flow.getByLabel('Workform Name')).toBeVisible()
  await flow.getByRole('button', { name: 'Back' }).first().click()
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 1])
  await page.goto('/workforms')
  await expectLive(visit, canary)
})

test('loads the live version of a widget that is missing', async ({ browser }) => {
  const canary = await canaries.give('mf-clients', await newBookkeeper(portal.url), unchanged)
  const visit = await canaries.open(browser, canary, '/workforms', 'bookkeeper', [
    '__federation_expose_multi*.js',
    missing,
  ])
  await visit.page.getByRole('button', { name: 'Assign Workform' }).first().click()
  await expect(visit.page.getByRole('dialog', { name: 'Assign Workform to Multiple Clients' })).toBeVisible()
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 1])
  await expectLive(visit, canary)
})

test('waits for the connection when a page throws without one, and reports it then', async ({ browser }) => {
  const canary = await canaries.give('mf-review', await newBookkeeper(portal.url), fragile('Search by client...'))
  const visit = await canaries.open(browser, canary, '/form-submissions')
  const { page, context } = visit
  await expect(page.getByText(SUBTITLE)).toBeVisible()
  await context.setOffline(true)
  await crash(page)
  await page.getByPlaceholder('Search by client...').fill('x')
  await expect(page.getByText('Not available offline').or(page.getByText(SUBTITLE))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(SUBTITLE)).toBeVisible()
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 1])
  await expectLive(visit, canary)
})

test('loads the page once when a canary cannot be replaced, with what was typed', async ({ browser }) => {
  const person = await newBookkeeper(portal.url)
  const client = await newClient(portal.url, person, 'Payroll', FIELDS)
  const canary = await canaries.give('mf-clients', person, fragile('Private notes'), { replaceable: false })
  const visit = await canaries.open(browser, canary, notesOf(client))
  const { page } = visit
  await notes(page).fill('Prefers')
  await crash(page)
  await notes(page).fill('Prefers calls')
  await expect(page.getByText('Your unsaved text was restored.')).toBeVisible()
  await expect(notes(page)).toHaveValue('Prefers calls')
  expect([await visit.sawError(), visit.loads()]).toEqual([false, 2])
  await expectLive(visit, canary)
})
