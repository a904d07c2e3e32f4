import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { pressOn, typeIn } from './keys.ts'
import { PASSWORD } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, type NewField, onServer, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests the client portal by touch and by mouse, on unreliable networks and on two devices. */

const BUSINESS: NewField[] = [
  { id: 'name', name: 'Legal name', section: 'Business', type: 'short-text', required: true },
  { id: 'about', name: 'What you do', section: 'Business', type: 'long-text' },
]
const ALL_TYPES: NewField[] = [
  { id: 'text', name: 'Legal name', section: 'About you', type: 'short-text', required: true },
  { id: 'long', name: 'What you do', section: 'About you', type: 'long-text', required: true },
  { id: 'mail', name: 'Billing email', section: 'About you', type: 'email', required: true },
  { id: 'count', name: 'Employees', section: 'About you', type: 'number', required: true },
  { id: 'since', name: 'Founded on', section: 'About you', type: 'date', required: true },
  {
    id: 'kind',
    name: 'Entity type',
    section: 'About you',
    type: 'dropdown',
    options: ['LLC', 'S corporation'],
    required: true,
  },
  {
    id: 'uses',
    name: 'Accounts in use',
    section: 'About you',
    type: 'checkbox',
    options: ['Checking', 'Savings'],
    required: true,
  },
  { id: 'extra', name: 'Anything else', section: 'About you', type: 'short-text' },
  { id: 'note', name: 'Note', section: 'Last words', type: 'short-text' },
]

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
})

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** Opens a browser on a phone or a desktop. */
const device = (browser: Browser, isMobile: boolean): Promise<BrowserContext> =>
  browser.newContext(isMobile ? PHONE : { viewport: { width: 1280, height: 800 } })

const section = (page: Page, name: string) => page.locator(`details:has(> summary [role=heading]:text-is("${name}"))`)
const press = (page: Page, name: string | RegExp, isMobile: boolean) => {
  const button = page.getByRole('button', { name, exact: true })
  return isMobile ? button.tap() : button.click()
}
/** Throws when a toast covers a control. */
async function expectUncovered(page: Page, ...controls: Locator[]): Promise<void> {
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible()
  for (const control of controls) await control.click({ trial: true, timeout: 2000 })
}
const inHeader = (page: Page, isMobile: boolean) =>
  [/^Notifications/, ...(isMobile ? ['Open menu'] : ['Sign Out'])].map((name) => page.getByRole('button', { name }))
const WAITING = 'Saved on this device — will be saved online when you are back'

async function openForm(browser: Browser, isMobile: boolean, client: Client, name: string): Promise<Page> {
  const page = await openAs(await device(browser, isMobile), url, client.email)
  await press(page, `Continue: ${name}`, isMobile)
  await expect(page.getByRole('button', { name: 'Submit Section' })).toBeVisible()
  return page
}

// Phones have a picker.
test('refuses dates that are typed in part or do not exist @desk', async ({ browser, isMobile }) => {
  const client = await newClient(url, bookkeeper, 'Dates', [
    { id: 'since', name: 'Founded on', section: 'Dates', type: 'date', required: true },
    { id: 'closed', name: 'Closed on', section: 'Dates', type: 'date' },
    { id: 'note', name: 'Note', section: 'Dates', type: 'short-text' },
  ])
  const page = await openForm(browser, isMobile, client, 'Dates')
  const [since, closed] = [page.getByLabel('Founded on'), page.getByLabel('Closed on')]
  const problems = page.getByRole('alert').filter({ hasText: 'Please enter a complete and valid date' })
  const type = async (date: Locator, keys: string) => {
    await date.focus()
    await page.keyboard.type(keys)
  }
  await type(since, '12')
  await type(closed, '02312026')
  await page.getByLabel('Note').fill('Both are wrong.')
  await expect(problems).toHaveCount(2)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await press(page, 'Submit Section', isMobile)
  await expect(page.getByText('2 fields need your attention')).toBeVisible()
  await expect(page.getByText('This field is required.')).toBeHidden()
  await expect(since).toBeFocused()
  await page.keyboard.type('12312019')
  await press(page, 'Submit Section', isMobile)
  await expect(closed).toBeFocused()
  // What was typed is still there: only the day is wrong.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('28')
  await expect(closed).toHaveValue('2026-02-28')
  await expect(problems).toHaveCount(0)
  await press(page, 'Submit Section', isMobile)
  await expect(page.getByRole('dialog', { name: 'Submit Dates?' })).toBeVisible()
})

test('submits a section when all types of fields are filled in', async ({ browser, isMobile }) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', ALL_TYPES)
  const page = await openAs(await device(browser, isMobile), url, client.email)
  await expect(page.getByText('in 14 days')).toBeVisible()
  await expectUsable(page, 'dashboard')
  await press(page, 'Continue: About you', isMobile)
  await expect(page.getByText('7 of 7 required left')).toBeVisible()
  await press(page, 'Submit Section', isMobile)
  await expect(page.getByText('Missing required fields')).toBeVisible()
  await expectUncovered(page, ...inHeader(page, isMobile))
  await expect(page.getByText('7 fields need your attention')).toBeVisible()
  await expect(page.getByLabel('Legal name')).toBeFocused()
  await expectUsable(page, 'errors')
  await page.getByLabel('Legal name').fill('Saffron Street Kitchen LLC')
  await page.getByLabel('What you do').fill('Food.\nAnd joy.')
  await page.getByLabel('Billing email').fill('priya@')
  await page.getByLabel('Employees').fill('12')
  await page.getByLabel('Founded on').fill('2019-02-28')
  await page.getByLabel('Entity type').selectOption('LLC')
  await page.getByLabel('Savings').setChecked(true)
  await expect(page.getByText('Nothing required is left')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible()
  await page.getByLabel('Billing email').fill('priya@example.com')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await press(page, 'Submit Section', isMobile)
  const dialog = page.getByRole('dialog', { name: 'Submit About you?' })
  for (const text of ['Saffron Street Kitchen LLC', 'priya@example.com', '12', 'LLC', 'Savings'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByText('Left empty')).toBeVisible()
  await expectUsable(page, 'confirmation')
  // A double click must not submit twice.
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/submit') && sent.push(request.method()))
  await dialog.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(page.getByText('Section submitted')).toBeVisible()
  await expect(page.getByRole('group', { name: 'About you was sent' })).toBeFocused()
  expect(sent).toEqual(['POST'])
  await expect(section(page, 'About you').getByText('Pending Review')).toBeVisible()
  await expectUsable(page, 'sent')
  await press(page, 'Next: Last words', isMobile)
  await press(page, 'Submit Section', isMobile)
  const last = page.getByRole('dialog', { name: 'Submit Last words?' })
  await expectUncovered(
    page,
    ...['Close', 'Cancel', 'Submit'].map((name) => last.getByRole('button', { name, exact: true })),
  )
  await press(page, 'Submit', isMobile)
  await expect(page.getByText('All done')).toBeVisible()
  await expectUsable(page, 'all done')
  await section(page, 'About you').locator('summary').click()
  await expect(section(page, 'About you').getByRole('button')).toHaveCount(0)
})

test('lets the client choose an answer when two devices disagree', { tag: '@desk' }, async ({ browser, isMobile }) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', BUSINESS)
  const here = await openForm(browser, isMobile, client, 'Business')
  const there = await openForm(browser, false, client, 'Business')
  await there.getByLabel('Legal name').fill('From the laptop')
  await expect(here.getByLabel('Legal name')).toHaveValue('From the laptop')
  await expect(here.getByText('Updated with newer answers')).toBeVisible()
  await here.context().setOffline(true)
  await here.getByLabel('Legal name').fill('From the phone')
  await expect(here.getByText(WAITING)).toBeVisible()
  await there.getByLabel('Legal name').fill('From the laptop again')
  await there.getByLabel('What you do').fill('Food')
  await expect.poll(() => onServer(client, 'Business')).toEqual({ name: 'From the laptop again', about: 'Food' })
  await here.context().setOffline(false)
  await expect(here.getByText('This section was also changed somewhere else')).toBeVisible()
  const choice = here.getByRole('group', { name: 'Legal name' })
  await expect(choice.getByText('From the phone')).toBeVisible()
  await expect(choice.getByText('From the laptop again')).toBeVisible()
  await expect(here.getByRole('group', { name: 'What you do' })).toHaveCount(0)
  await expectUsable(here, 'conflict')
  expect(await onServer(client, 'Business')).toMatchObject({ name: 'From the laptop again' })
  await choice.getByRole('radio', { name: /Your version/ }).check()
  await press(here, 'Keep chosen answers', isMobile)
  await expect(here.getByLabel('What you do')).toHaveValue('Food')
  await expect(there.getByLabel('Legal name')).toHaveValue('From the phone')
  expect(await onServer(client, 'Business')).toEqual({ name: 'From the phone', about: 'Food' })
})

test('keeps the input and shows the reason when a rejection arrives before the submission', { tag: '@desk' }, async ({
  browser,
  isMobile,
}) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', BUSINESS)
  const page = await openForm(browser, isMobile, client, 'Business')
  await page.getByLabel('Legal name').fill('Saffron Street')
  await press(page, 'Submit Section', isMobile)
  const dialog = page.getByRole('dialog', { name: 'Submit Business?' })
  await expect(dialog).toBeVisible()
  await bookkeeper.request('POST', `/sections/${client.sections.get('Business') ?? ''}/reject`, {
    version: 0,
    reason: 'Full name, please.',
  })
  await expect(section(page, 'Business').getByText('Full name, please.')).toBeAttached()
  await expect(page.getByLabel('Legal name')).toHaveValue('Saffron Street')
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Legal name').fill('Saffron Street Kitchen LLC')
  await press(page, 'Submit Section', isMobile)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(section(page, 'Business').getByText('Pending Review')).toBeVisible()
  expect(await onServer(client, 'Business')).toEqual({ name: 'Saffron Street Kitchen LLC' })
})

test('returns to the form with all input when the session ends while the client types', { tag: '@desk' }, async ({
  browser,
  isMobile,
}) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', BUSINESS)
  const page = await openForm(browser, isMobile, client, 'Business')
  // The session has expired, and the server does not renew it.
  await page.context().clearCookies()
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('portal.session') ?? '{}') as Record<string, unknown>
    const ended = { ...session, access_token: 'ended', expires_at: new Date(Date.now() - 1000).toISOString() }
    localStorage.setItem('portal.session', JSON.stringify(ended))
    window.dispatchEvent(new StorageEvent('storage', { key: 'portal.session', storageArea: localStorage }))
  })
  // Records the last value, since it is not known when the page notices the end of the session.
  await page.evaluate(() =>
    document.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && location.pathname === '/client-dashboard')
        sessionStorage.setItem('lastValue', target.value)
    }),
  )
  await page.getByLabel('Legal name').pressSequentially('Typed into the end')
  await expect(page).toHaveURL(/\/client-auth/)
  const lastValue = await page.evaluate(() => sessionStorage.getItem('lastValue'))
  expect(lastValue).toMatch(/^Typed/)
  await page.getByLabel('Email').fill(client.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Legal name')).toHaveValue(lastValue ?? '')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('moves to the next section when the client uses only the keyboard', { tag: '@desk' }, async ({
  browser,
  isMobile,
}) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', [
    ...BUSINESS,
    { id: 'n', name: 'Note', section: 'Last words' },
  ])
  const page = await openAs(await device(browser, isMobile), url, client.email)
  await page.getByRole('button', { name: 'Continue: Business' }).waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Continue: Business' }))
  await expect(page.getByLabel('Legal name')).toBeFocused()
  await typeIn(page, page.getByLabel('Legal name'), 'Saffron Street')
  await pressOn(page, page.getByRole('button', { name: 'Submit Section' }))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Submit' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit Section' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Business was sent' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Next: Last words' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section(page, 'Last words').getByLabel('Note')).toBeFocused()
})

test('traps the focus in the phone menu, and closes it when Escape or a link is pressed', { tag: '@phone' }, async ({
  browser,
}) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', BUSINESS)
  const page = await openAs(await device(browser, true), url, client.email)
  const button = page.getByRole('button', { name: 'Open menu' })
  await button.tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectUsable(page, 'menu')
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(
      () => document.activeElement?.closest('dialog') === null && document.activeElement !== document.body,
    )
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.tap()
  await menu.getByRole('link', { name: 'Profile' }).tap()
  await expect(page).toHaveURL(/\/client-profile/)
  await expect(menu).toHaveCount(0)
  await expect(page.getByText('Member since')).toBeVisible()
  await expect(page.getByText('Active', { exact: true }).or(page.getByText('Inactive', { exact: true }))).toBeVisible()
})
