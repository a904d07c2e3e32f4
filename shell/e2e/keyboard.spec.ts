import type { Browser, Page } from '@playwright/test'
import { pressOn, tabTo, typeIn } from './keys.ts'
import { codeFor } from './mailbox.ts'
import { inTwoWeeks, PASSWORD, PDF, unique } from './test-data.ts'
import { newBookkeeper, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests sign-up, chat, profile and sign-out by keyboard. The specs of other areas test theirs. */

const FIELDS = [{ id: 'scan', name: 'Passport', section: 'Papers', type: 'file', required: true }]

const open = async (browser: Browser, path: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(path)
  return page
}

/** Creates a client with a workform who has not signed up. */
async function registeredClient(bookkeeper: Person): Promise<string> {
  const email = `${unique('keys')}@example.com`
  const client = await bookkeeper.request<{ id: string }>('POST', '/clients', {
    name: 'Kay Keys',
    email,
    phone: '555 0100',
  })
  const form = await bookkeeper.request<{ id: string }>('POST', '/workforms', { name: 'Onboarding', fields: FIELDS })
  await bookkeeper.request('POST', '/assignments', {
    workform_id: form.id,
    clients: [{ client_id: client.id, due_date: inTwoWeeks() }],
  })
  return email
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const message = (page: Page) => page.getByLabel('Message', { exact: true })

async function signIn(page: Page, email: string): Promise<void> {
  await typeIn(page, page.getByLabel('Email'), email)
  await typeIn(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
}

test('lets a client sign up, upload, chat and sign out when only the keyboard is used', { tag: '@desk' }, async ({
  browser,
}) => {
  const email = await registeredClient(await newBookkeeper(url))
  const page = await open(browser, '/client-auth')
  await tabTo(page, page.getByRole('tab', { name: 'Sign In' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await typeIn(page, page.getByLabel('Email'), email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Verification Code')).toBeFocused()
  await page.keyboard.type(await codeFor(url, email))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await typeIn(page, page.getByLabel('Confirm Password'), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(button(page, 'Go to Sign In')).toBeFocused()
  await page.keyboard.press('Enter')
  await signIn(page, email)

  await pressOn(page, button(page, 'Continue: Papers'))
  const choosing = page.waitForEvent('filechooser')
  await pressOn(page, button(page, /Choose files/))
  await (await choosing).setFiles(PDF)
  await expect(page.getByText('Files uploaded')).toBeVisible()
  await pressOn(page, button(page, `Remove ${PDF.name}`))
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, `Remove ${PDF.name}`)).toBeFocused()
  await pressOn(page, button(page, 'Submit Section'))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Submit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Section submitted')).toBeVisible()

  // Toasts are last in the tab order. Closing one returns the focus.
  await pressOn(page, button(page, 'Close toast').last())
  await expect(page.getByText('Section submitted')).toHaveCount(0)
  await pressOn(page, page.getByRole('link', { name: 'Chat' }))
  await typeIn(page, message(page), 'It is all there.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('It is all there.')).toBeVisible()
  await pressOn(page, button(page, 'Sign Out'))
  await expect(button(page, 'Sign Up')).toBeVisible()
})

test('lets a bookkeeper chat, edit the profile and sign out when only the keyboard is used', { tag: '@desk' }, async ({
  browser,
}) => {
  const bookkeeper = await newBookkeeper(url)
  await registeredClient(bookkeeper)
  const page = await open(browser, '/')
  await signIn(page, bookkeeper.email)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await pressOn(page, page.getByRole('link', { name: 'Chat' }))
  await pressOn(page, button(page, /Kay Keys/))
  await typeIn(page, message(page), 'Welcome aboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Welcome aboard')).toBeVisible()

  await tabTo(page, button(page, /^Notifications/))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, /^Notifications/)).toBeFocused()

  await pressOn(page, page.getByRole('link', { name: 'Profile' }))
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Maya Marlow')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Maya Marlow')
  await pressOn(page, button(page, 'Sign Out'))
  await expect(button(page, 'Sign Up')).toBeVisible()
})
