import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { codeFor, linkFor } from './mailbox.ts'
import { signIn } from './sign-in.ts'
import { inTwoWeeks, PASSWORD, PDF, unique } from './test-data.ts'
import { translatePages } from './translate-pages.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests onboarding from sign-up to review: a bookkeeper, a client and one workform. Also runs on a phone. */

const WORKFORM = 'Onboarding'

interface Field {
  section: string
  name: string
  type: string
  required?: boolean
  options?: string
}
const FIELDS: Field[] = [
  { section: 'Business', name: 'Legal name', type: 'Short text', required: true },
  { section: 'Business', name: 'Entity type', type: 'Dropdown', options: 'LLC\nS corporation' },
  { section: 'Bank', name: 'Account opened on', type: 'Date' },
  { section: 'Bank', name: 'Bank statement', type: 'File upload', required: true },
]

async function signUpBookkeeper(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('button', { name: 'Sign Up' })
    .or(page.getByRole('tab', { name: 'Sign Up' }))
    .click()
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Bookkeeper Account Created!')).toBeVisible()
  await page.goto(await linkFor(url, email, /\?confirm=/))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Your email is confirmed. You can sign in now.')).toBeVisible()
}

async function createWorkform(page: Page): Promise<void> {
  await page.goto('/workforms')
  await page.getByRole('button', { name: 'New Workform' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Workform Name').fill(WORKFORM)
  await dialog.getByRole('button', { name: 'Next' }).click()
  for (const field of FIELDS) {
    await dialog.getByLabel('Field name').fill(field.name)
    await dialog.getByLabel('Field type').selectOption({ label: field.type })
    if (field.options) await dialog.getByLabel('Options').fill(field.options)
    await dialog.getByLabel('Section', { exact: true }).fill(field.section)
    await dialog.getByLabel('Required').setChecked(field.required ?? false)
    await dialog.getByRole('button', { name: 'Add Field' }).click()
    await expect(dialog.getByText(`${FIELDS.indexOf(field) + 1} field`).first()).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Yes').check()
  await dialog.getByRole('button', { name: 'Create Workform' }).click()
  await expect(page.getByText('Form template created successfully')).toBeVisible()
  await expect(page.getByRole('cell', { name: WORKFORM }).first()).toBeVisible()
}

async function createClient(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Client Creation Flow' })
  await dialog.getByLabel('Full Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('555 0100')
  await dialog.getByRole('button', { name: 'Complete & Next' }).click()
  await dialog.getByLabel('Workform template').click()
  await dialog.getByRole('option', { name: WORKFORM }).click()
  await dialog.getByRole('button', { name: 'Complete & Next' }).click()
  await dialog.getByLabel('Due Date').fill(inTwoWeeks())
  await dialog.getByRole('button', { name: 'Complete & Next' }).click()
  await dialog.getByRole('button', { name: 'Confirm & Send' }).click()
  await expect(page.getByText('Workform assigned successfully!')).toBeVisible()
}

test('approves and rejects sections when a new client submits a workform', ({ browser, isMobile }) =>
  onboard(browser, isMobile))

test('does the same when browsers translate the pages @desk', ({ browser }) => onboard(browser, false, translatePages))

/** Goes from sign-up to review. `prepare` changes both browsers. */
async function onboard(
  browser: Browser,
  isMobile: boolean,
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<void> {
  const bookkeeper = { name: 'Maya Torres', email: `${unique('maya')}@example.com` }
  const client = { name: 'Priya Raman', email: `${unique('priya')}@example.com` }
  const small = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url, ...options })
    await prepare(context)
    return context.newPage()
  }
  const desk = await open(isMobile ? small : {})
  const phone = await open(small)

  await test.step('a bookkeeper signs up, confirms by the mailed link and signs in', async () => {
    await signUpBookkeeper(desk, bookkeeper.name, bookkeeper.email)
    await signIn(desk, bookkeeper.email)
    await expect(desk).toHaveURL(/\/dashboard$/)
    await expect(desk.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })
  await test.step('the bookkeeper creates a workform with two sections and assigns it to a new client', async () => {
    await createWorkform(desk)
    await createClient(desk, client.name, client.email)
  })
  await test.step('the client signs up with the mailed code', async () => {
    await phone.goto('/client-auth')
    await phone
      .getByRole('tab', { name: 'Sign Up' })
      .or(phone.getByRole('button', { name: 'Sign Up' }))
      .click()
    await phone.getByLabel('Email').fill(client.email)
    await phone.locator('form').getByRole('button').last().click()
    await phone.getByLabel('Verification Code').fill(await codeFor(url, client.email))
    await phone.getByRole('button', { name: 'Verify Code' }).click()
    await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await phone.getByLabel('Confirm Password').fill(PASSWORD)
    await phone.locator('form').getByRole('button').last().click()
    await phone.getByRole('button', { name: 'Go to Sign In' }).click()
    await signIn(phone, client.email)
    await expect(phone).toHaveURL(/\/client-dashboard$/)
    await expect(phone.getByText(`Hi ${client.name}`)).toBeVisible()
  })
  await test.step('the client submits a section with a file, and the open review page shows it', async () => {
    await desk.goto('/form-submissions')
    await desk.getByRole('heading', { name: WORKFORM }).click()
    await phone.getByRole('heading', { name: WORKFORM }).click()
    await section(phone, 'Bank').locator('summary').click()
    await phone.getByLabel('Account opened on').fill('2020-05-17')
    await phone.locator('input[type=file]:not([capture])').setInputFiles(PDF)
    await expect(phone.getByText('Files uploaded')).toBeVisible()
    await submit(phone, 'Bank')
    await expect(section(desk, 'Bank').getByText(PDF.name)).toBeVisible()
  })
  await test.step('the bookkeeper downloads the identical PDF', async () => {
    const download = desk.waitForEvent('download')
    await section(desk, 'Bank')
      .getByRole('button', { name: /Download/ })
      .click()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
    expect(Buffer.concat(chunks).equals(PDF.buffer)).toBe(true)
  })
  await test.step('the bookkeeper approves one section and rejects the other, which the client sees', async () => {
    await section(phone, 'Business').locator('summary').click()
    await phone.getByLabel('Legal name').fill('Saffron Street Kitchen LLC')
    await phone.getByLabel('Entity type').selectOption('LLC')
    await submit(phone, 'Business')
    await expect(section(desk, 'Business').getByText('Saffron Street Kitchen LLC')).toBeVisible()
    await section(desk, 'Bank').getByRole('button', { name: 'Reject' }).click()
    await desk.getByLabel('Reason').fill('This is September; October please.')
    await desk.getByRole('button', { name: 'Decline Section' }).click()
    await expect(desk.getByText('Section declined')).toBeVisible()
    await section(desk, 'Business').getByRole('button', { name: 'Approve' }).click()
    await desk.getByRole('button', { name: 'Approve Section' }).click()
    await expect(desk.getByText('Section approved')).toBeVisible()
    await expect(section(phone, 'Business').getByText(/^approved$/i)).toBeVisible()
    await expect(section(phone, 'Bank').getByText('This is September; October please.').first()).toBeVisible()
  })
  await test.step('the client corrects the rejected section and submits it again', async () => {
    await openSection(phone, 'Bank')
    await expect(section(phone, 'Bank').getByText(PDF.name)).toHaveCount(0)
    await phone.locator('input[type=file]:not([capture])').setInputFiles({ ...PDF, name: 'right month.pdf' })
    await expect(section(phone, 'Bank').getByText('right month.pdf')).toBeVisible()
    await submit(phone, 'Bank')
    await expect(section(desk, 'Bank').getByText('right month.pdf')).toBeVisible()
  })
}

/** Finds the card of a section on either side. */
const section = (page: Page, name: string) => page.locator(`details:has(> summary [role=heading]:has-text("${name}"))`)

async function openSection(page: Page, name: string): Promise<void> {
  if ((await section(page, name).getAttribute('open')) === null) await section(page, name).locator('summary').click()
}

async function submit(page: Page, name: string): Promise<void> {
  await section(page, name)
    .getByRole('button', { name: /^Submit/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Submit/ })
    .click()
  await expect(page.getByText('Section submitted').last()).toBeVisible()
}
