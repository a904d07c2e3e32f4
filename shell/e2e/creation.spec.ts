import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { pressOn, tabTo } from './keys.ts'
import { linkFor } from './mailbox.ts'
import { inTwoWeeks, PASSWORD, unique } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { newBookkeeper, openAs, type Person } from './users.ts'
import { url } from './portal-test.ts'

/** Tests client creation: with a template, a new form or two workforms, by keyboard, and with a refused address. */

const flow = (page: Page): Locator => page.getByRole('dialog', { name: 'Client Creation Flow' })
const outcome = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Client Created' })

async function begin(
  context: BrowserContext,
  path = '/clients?create=true',
): Promise<{ page: Page; bookkeeper: Person }> {
  const bookkeeper = await newBookkeeper(url)
  const page = await openAs(context, url, bookkeeper.email, path, 'bookkeeper')
  return { page, bookkeeper }
}

async function fillDetails(page: Page, name: string, email: string): Promise<void> {
  await flow(page).getByLabel('Full Name').fill(name)
  await flow(page).getByLabel('Email').fill(email)
  await flow(page).getByLabel('Phone').fill('555 0100')
  await flow(page).getByRole('button', { name: 'Complete & Next' }).click()
}

test.afterEach(async ({ context }) => {
  await context.close()
})

test('creates the first client with a customized template when the firm is new', { tag: '@desk' }, async ({
  context,
}) => {
  const { page } = await begin(context, '/dashboard')
  const email = `${unique('created')}@example.com`
  await page.getByRole('link', { name: 'Add a client' }).click()
  await flow(page).getByLabel('Full Name').fill('Jane Half')
  // The dialog is part of the address, and asks all the same.
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Discard this client?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(flow(page).getByLabel('Full Name')).toHaveValue('Jane Half')
  await expect(page).toHaveURL(/create=true/)
  await fillDetails(page, 'Jane Miller', email)

  const select = flow(page).getByRole('combobox', { name: 'Workform template' })
  await select.click()
  const option = flow(page).getByRole('option').first()
  await expect(option).toContainText(/\d+ fields?/)
  await option.click()
  await flow(page).getByRole('button', { name: 'Customize Form' }).click()
  await flow(page).getByRole('button', { name: 'Complete & Next' }).click()
  await expect(page.getByText('Please save your workform customization before proceeding')).toBeVisible()
  await flow(page).getByLabel('Workform Name').fill('Jane’s own form')
  await flow(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(
    flow(page)
      .getByLabel('Field type')
      .locator('option', { hasText: /re-?upload/i }),
  ).toHaveCount(0)
  await flow(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(flow(page).getByText('Save as template for future use')).toBeVisible()
  const submit = flow(page).getByRole('button', { name: 'Submit Customization' })
  // The preview is loaded later and moves the button, so this waits until the button stays in place.
  await expect(flow(page).getByRole('heading', { name: 'Documents and goals' })).toBeVisible()
  await expect(async () => {
    await submit.scrollIntoViewIfNeeded()
    await expect(submit).toBeInViewport({ timeout: 500 })
  }).toPass()
  await submit.click()
  await expect(page.getByText('Customized workform "Jane’s own form" created successfully')).toBeVisible()

  await flow(page).getByLabel('Due Date').fill(inTwoWeeks())
  await flow(page).getByLabel('Notes').fill('Please be quick.')
  await flow(page).getByRole('button', { name: 'Complete & Next' }).click()
  await expect(flow(page).getByText('Next steps after confirmation')).toBeVisible()
  await expect(flow(page).getByRole('complementary', { name: 'Progress' }).getByText('Delivered')).toHaveCount(4)
  await flow(page).getByRole('button', { name: 'Confirm & Send' }).click()

  await expect(outcome(page).getByText('Workform assigned successfully!')).toBeVisible()
  await expect(outcome(page).getByText("The client's folder is set up.")).toBeVisible()
  await expect(
    page.getByText('Client created successfully with folder structure and workform assignment'),
  ).toBeVisible()
  await outcome(page).getByRole('button', { name: 'OK' }).click()
  await expect(flow(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/create=true/)
  await expect(page.getByRole('row', { name: /Jane Miller/ })).toBeVisible()
  expect(await linkFor(url, email, /\/client-setup\?token=/)).toContain('/client-setup')

  await page.goto(`${url}/dashboard`)
  await expect(page.getByText('You assigned "Jane’s own form" to Jane Miller')).toBeVisible()
})

const pressKey = (page: Page, name: string) => pressOn(page, flow(page).getByRole('button', { name, exact: true }))

test('creates a client with a new form when only the keyboard is used', { tag: '@desk' }, async ({
  browser,
  context,
}) => {
  const { page } = await begin(context, '/clients')
  const email = `${unique('kim')}@münchen.example`
  await tabTo(page, page.getByRole('button', { name: 'Add Client' }))
  await page.keyboard.press('Enter')
  // The first field is focused automatically.
  await expect(flow(page).getByRole('textbox', { name: /^Full Name/ })).toBeFocused()
  await page.keyboard.type('Kim Keyboard')
  await tabTo(page, flow(page).getByRole('textbox', { name: /^Email/ }))
  await page.keyboard.type(email)
  await tabTo(page, flow(page).getByRole('textbox', { name: /^Phone/ }))
  await page.keyboard.type('555 0101')
  await pressKey(page, 'Complete & Next')

  await tabTo(page, flow(page).getByRole('radio', { name: 'Select existing workform' }))
  await page.keyboard.press('ArrowDown')
  await expect(flow(page).getByRole('radio', { name: 'Create new workform' })).toBeChecked()
  await tabTo(page, flow(page).getByRole('textbox', { name: /^Workform Name/ }))
  await page.keyboard.type('Kim’s papers')
  await pressKey(page, 'Next')
  await tabTo(page, flow(page).getByRole('textbox', { name: /^Field name/ }))
  await page.keyboard.type('Legal name')
  await pressKey(page, 'Add Field')
  await expect(flow(page).getByText('1 field').first()).toBeVisible()
  await pressKey(page, 'Next')
  await tabTo(page, flow(page).getByLabel('Save as template for future use'))
  await page.keyboard.press('Space')
  await pressKey(page, 'Submit Workform')
  await expect(page.getByText('Workform "Kim’s papers" created successfully and saved as template')).toBeVisible()

  const dueDate = new Date(`${inTwoWeeks()}T12:00:00Z`)
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  await tabTo(page, flow(page).getByLabel('Due Date').first())
  await page.keyboard.type(
    `${twoDigits(dueDate.getUTCMonth() + 1)}${twoDigits(dueDate.getUTCDate())}${dueDate.getUTCFullYear()}`,
  )
  await pressKey(page, 'Complete & Next')
  await pressKey(page, 'Confirm & Send')
  await expect(outcome(page).getByText('Workform assigned successfully!')).toBeVisible()
  await expect(outcome(page).getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Kim Keyboard/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: /Kim Keyboard/ })).toContainText(email)
  await signInAsTyped(browser, email)
})

/** Accepts the invitation of a client at an international domain, and signs in with both spellings of the domain. */
async function signInAsTyped(browser: Browser, email: string): Promise<void> {
  const ascii = email.replace('münchen', 'xn--mnchen-3ya')
  const invited = await browser.newPage()
  await invited.goto(await linkFor(url, email, /\/client-setup\?token=/))
  await invited.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await invited.getByLabel('Confirm Password').fill(PASSWORD)
  await invited.getByRole('button', { name: 'Set Password' }).click()
  await expect(invited.getByText('Hi Kim Keyboard')).toBeVisible()
  await invited.close()
  for (const typed of [email, ascii]) {
    const page = await browser.newPage()
    await page.goto(`${url}/client-auth`)
    await page.getByLabel('Email').pressSequentially(typed)
    // Chromium does this to a typed address.
    await expect(page.getByLabel('Email')).toHaveValue(ascii)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Hi Kim Keyboard')).toBeVisible()
    await page.close()
  }
}

test('onboards a client with two workforms after a refused address, and previews a form and the invitation', async ({
  context,
}) => {
  const { page, bookkeeper } = await begin(context, '/workforms')
  const fields = [{ id: 'a', name: 'Legal name', section: 'Business' }]
  const make = (name: string, due_days: number | null) =>
    bookkeeper.request('POST', '/workforms', { name, fields, is_template: true, due_days })
  await make('Tax papers', 14)
  await make('Payroll papers', null)
  await page.getByRole('button', { name: 'Tax papers', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('Not assigned yet.')).toBeVisible()
  await expect(preview.getByLabel('Legal name')).toBeVisible()
  await expectUsable(page, 'preview of a workform')

  const [taken, email] = [`${unique('taken')}@example.com`, `${unique('two')}@example.com`]
  await bookkeeper.request('POST', '/clients', { name: 'Jane First', email: taken, phone: '555 0100' })
  await page.goto(`${url}/clients?create=true`)
  await fillDetails(page, 'Jane Miller', taken.toUpperCase())
  await expect(flow(page).getByText('You already have a client with this email.')).toBeVisible()
  await expect(flow(page).getByLabel('Email')).toBeFocused()
  await expectUsable(page, 'refused address')
  await fillDetails(page, 'Jane Miller', email)
  for (const [label, name] of [
    ['Workform template', 'Tax papers'],
    ['Workform template 2', 'Payroll papers'],
  ] as const) {
    await flow(page).getByRole('combobox', { name: label }).fill(name.slice(0, 4))
    await flow(page)
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .click()
    if (label === 'Workform template') await flow(page).getByRole('button', { name: 'Add another workform' }).click()
  }
  await expectUsable(page, 'two workforms')
  await flow(page).getByRole('button', { name: 'Complete & Next' }).click()
  await expect(flow(page).getByLabel('Due date of "Tax papers"')).toHaveValue(inTwoWeeks())
  await flow(page).getByRole('button', { name: '+7 days' }).last().click()
  await flow(page).getByLabel('Personal line').fill('It was good to meet you!')
  await flow(page).getByRole('button', { name: 'Complete & Next' }).click()
  await flow(page).getByRole('button', { name: 'Preview the invitation' }).click()
  const mail = page.frameLocator('iframe[title="Text of the invitation"]')
  await expect(mail.getByText('writes: “It was good to meet you!”')).toBeVisible()
  await expect(mail.getByText('"Payroll papers" is waiting for you there. It takes about 5 minutes.')).toBeVisible()
  await expectUsable(page, 'preview of an invitation')
  await flow(page).getByRole('button', { name: 'Confirm & Send' }).click()
  await expect(outcome(page).getByText('Workform assigned successfully! (Payroll papers)')).toBeVisible()
  expect(await linkFor(url, email, /\/client-setup\?token=/)).toContain('/client-setup')
})
