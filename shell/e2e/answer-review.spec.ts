import type { Browser, Page } from '@playwright/test'
import { realPng } from '../../worker/contract/src/testing/real-files.ts'
import { fold, openDesk, submit, upload } from './desk.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, type NewField, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests the review of single answers: marks, sending back, what has changed, and requests to change a submission. */

const SECTION = 'Business'
const question = (id: string, name: string, type = 'short-text'): NewField => ({ id, name, type, section: SECTION })
const FIELDS = [
  question('name', 'Legal name'),
  question('tax', 'Tax number'),
  question('scan', 'Bank statement', 'file'),
  question('owners', 'Owners', 'long-text'),
]
const ANSWERS = { name: 'Saffron LLC', tax: '12-345678', owners: 'Maya Torres\nPriya Raman' }

interface Detail {
  version: number
  status: string
  answers: Record<string, unknown>
  to_fix: { field_id: string; question: string; flag: { reason: string; note: string | null } }[]
  rejection_reason: string | null
  recall: string | null
}
const sectionId = (client: Client): string => client.sections.get(SECTION) ?? ''
const detail = (client: Client): Promise<Detail> => client.request('GET', `/portal/sections/${sectionId(client)}`)

/** Creates a client who has submitted the section, with a file or a reason in its place, and opens it. */
async function openReview(
  browser: Browser,
  reason?: { reason: string; note: string },
): Promise<{ bookkeeper: Person; client: Client; page: Page }> {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  if (reason) await submit(client, SECTION, ANSWERS, { scan: reason })
  else {
    const scan = [await upload(client, SECTION, 'september.png', realPng(300, 200))]
    await submit(client, SECTION, { ...ANSWERS, scan })
  }
  return { bookkeeper, client, page: await openCard(browser, bookkeeper) }
}

async function openCard(browser: Browser, bookkeeper: Person): Promise<Page> {
  const page = await openDesk(browser, bookkeeper)
  await page.getByRole('heading', { name: 'Onboarding' }).click()
  return page
}

const item = (page: Page, name: string) => page.getByRole('listitem', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const progress = (page: Page) =>
  fold(page, SECTION)
    .getByRole('status')
    .filter({ hasText: /accepted|to check|flagged/ })

test('reviews a section over three submissions until it is right', async ({ browser }) => {
  const { client, page } = await openReview(browser)
  await expect(progress(page)).toHaveText('4 to check')
  await button(page, 'Accept: Legal name').click()
  await expect(button(page, 'Accept: Legal name')).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Flag: Tax number').click()
  await page.getByLabel('Note to the client (optional)').fill('One digit is missing')
  await expectUsable(page, 'the reasons for a flag')
  await button(page, 'Incomplete').click()
  await expect(item(page, 'Tax number').getByText('Incomplete: One digit is missing')).toBeVisible()
  await button(page, 'Flag: Bank statement').click()
  await button(page, 'Wrong period').click()
  await expect(progress(page)).toHaveText('2 flagged · 1 accepted · 1 to check')
  await expectUsable(page, 'marked answers')
  await button(page, 'Send back 2 answers').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Priya Raman will read:')).toBeVisible()
  await expectUsable(page, 'what the client will read')
  await dialog.getByRole('button', { name: 'Send back 2 answers' }).click()
  await expect(page.getByText('Answers sent back')).toBeVisible()
  await expect(fold(page, SECTION).getByText('Rejection Reason')).toBeVisible()
  await expect(fold(page, SECTION).getByText('september.png')).toBeVisible()
  await expectUsable(page, 'answers that were sent back')
  const returned = await detail(client)
  expect(returned.status).toBe('rejected')
  expect(returned.to_fix.map(({ field_id, flag }) => [field_id, flag.reason, flag.note])).toEqual([
    ['tax', 'incomplete', 'One digit is missing'],
    ['scan', 'wrong_period', null],
  ])
  expect(returned.answers).toMatchObject(ANSWERS)

  const october = await upload(client, SECTION, 'october.png', realPng(200, 300))
  await submit(client, SECTION, { ...ANSWERS, tax: '12-3456789', scan: [october] })
  await expect(page.getByText('2 answers have changed since you last reviewed this section.')).toBeVisible()
  await expect(item(page, 'Tax number').locator('del')).toBeVisible()
  await expect(item(page, 'Tax number').locator('ins')).toHaveText('3456789')
  await expect(item(page, 'Tax number').getByText('You asked: Incomplete: One digit is missing')).toBeVisible()
  await expect(item(page, 'Bank statement').getByText('september.png')).toBeVisible()
  await expect(item(page, 'Legal name')).toHaveCount(0)
  await expectUsable(page, 'changed answers')
  await button(page, 'Show all: 2 answers seen before').click()
  await expect(item(page, 'Legal name').getByText('Seen before')).toBeVisible()
  await button(page, 'Compare side by side').click()
  await expect(dialog.getByRole('img', { name: 'october.png' })).toBeVisible()
  const before = dialog.getByRole('button', { name: 'Before' })
  if (await before.isVisible()) await before.click()
  await expect(dialog.getByRole('img', { name: 'september.png' })).toBeVisible()
  await expectUsable(page, 'files side by side')
  await page.keyboard.press('Escape')
  await button(page, 'Flag: Bank statement').click()
  await button(page, 'Unreadable').click()
  await button(page, 'Send back 1 answer').click()
  await dialog.getByRole('button', { name: 'Send back 1 answer' }).click()
  await expect(fold(page, SECTION).getByText('Rejection Reason')).toBeVisible()

  const clear = await upload(client, SECTION, 'clear.png', realPng(400, 300))
  await submit(client, SECTION, { ...ANSWERS, tax: '12-3456789', scan: [clear] })
  await expect(page.getByText('1 answer has changed since you last reviewed this section.')).toBeVisible()
  await button(page, 'Accept: Bank statement').click()
  await expect(progress(page)).toHaveText('4 accepted')
  await button(page, 'Approve').click()
  await button(page, 'Approve Section').click()
  await expect(page.getByText('Section approved')).toBeVisible()
  await button(page, `History: ${SECTION}`).click()
  const history = fold(page, SECTION).locator('ol')
  await expect(history.getByText(/^Attempt \d: what was submitted$/)).toHaveText([
    'Attempt 3: what was submitted',
    'Attempt 2: what was submitted',
    'Attempt 1: what was submitted',
  ])
  // Each is part of the entry of its submission.
  await expect(history.getByText('Submitted', { exact: true })).toHaveCount(3)
  await history.getByText('Attempt 1: what was submitted').click()
  await expect(history.getByText('12-345678', { exact: true })).toBeVisible()
  await expectUsable(page, 'the history of a section')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'the history of a section in the dark')
})

test('reviews and sends back with the keyboard alone', { tag: '@desk' }, async ({ browser }) => {
  const { client, page } = await openReview(browser)
  await page.keyboard.press('n')
  await expect(page.locator('[data-review=section] summary:focus')).toBeVisible()
  await page.keyboard.press('j')
  await expect(item(page, 'Legal name')).toBeFocused()
  await page.keyboard.press('a')
  await expect(item(page, 'Tax number')).toBeFocused()
  await page.keyboard.press('f')
  await page.keyboard.press('3')
  await expect(item(page, 'Bank statement')).toBeFocused()
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog').getByRole('img', { name: 'september.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item(page, 'Bank statement')).toBeFocused()
  await page.keyboard.press('f')
  await page.keyboard.press('5')
  await page.keyboard.type('Just the first page, please')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await expect(button(page, 'Send back 2 answers')).toBeFocused()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'marked answers in the dark')
  await page.keyboard.press('k')
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog').getByText('Just the first page, please')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answers sent back')).toBeVisible()
  expect((await detail(client)).rejection_reason).toBe(
    '2 answers need to be fixed.\n"Tax number": Incomplete\n"Bank statement": Just the first page, please',
  )
})

test('shows marks in other tabs, and keeps them and a half-written note', { tag: '@desk' }, async ({ browser }) => {
  const { bookkeeper, page } = await openReview(browser)
  const other = await openCard(browser, bookkeeper)
  await button(page, 'Accept: Legal name').click()
  await expect(button(other, 'Accept: Legal name')).toHaveAttribute('aria-pressed', 'true')
  await button(other, 'Flag: Tax number').click()
  await other.getByLabel('Note to the client (optional)').fill('The number has')
  await button(page, 'Accept: Owners').click()
  await expect(button(other, 'Accept: Owners')).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByLabel('Note to the client (optional)')).toHaveValue('The number has')
  await other.reload()
  await other.getByRole('heading', { name: 'Onboarding' }).click()
  await expect(other.getByLabel('Note to the client (optional)')).toHaveValue('The number has')
  await expect(progress(other)).toHaveText('2 accepted · 2 to check')
})

test('lets the bookkeeper agree when a client asks to change a submission', { tag: '@desk' }, async ({ browser }) => {
  const { client, page } = await openReview(browser, { reason: 'someone_else', note: 'My accountant' })
  await expect(item(page, 'Legal name')).toBeVisible()
  await expect(item(page, 'Bank statement').getByText('Someone else has it')).toBeVisible()
  await item(page, 'Legal name').scrollIntoViewIfNeeded()
  // Once the section is on screen, the client has to ask.
  await expect.poll(async () => (await detail(client)).recall).toBe('ask')
  const { version } = await detail(client)
  await client.request('POST', `/portal/sections/${sectionId(client)}/recall-request`, { version })
  await expect(page.getByText('Priya Raman asks to change this section.')).toBeVisible()
  await expectUsable(page, 'a request to change a section, and a reason in place of an answer')
  await button(page, 'Agree').click()
  await expect(page.getByText('Section returned')).toBeVisible()
  const returned = await detail(client)
  expect(returned.status).toBe('pending')
  expect(returned.answers).toMatchObject(ANSWERS)
})

test('stays fast with 300 answers', { tag: '@desk' }, async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const fields = Array.from({ length: 300 }, (_, i) => question(`f${i}`, `Question ${i + 1}`))
  const client = await newClient(url, bookkeeper, 'Onboarding', fields)
  await submit(client, SECTION, Object.fromEntries(fields.map(({ id }) => [id, 'Yes'])))
  const page = await openCard(browser, bookkeeper)
  await expect(item(page, 'Question 1').first()).toBeVisible()
  await item(page, 'Question 1').first().focus()
  await page.keyboard.type('aaaaa')
  await expect(progress(page)).toHaveText('5 accepted · 295 to check')
  await item(page, 'Question 300').focus()
  await page.keyboard.press('a')
  await expect(button(page, 'Approve')).toBeFocused()
  await item(page, 'Question 1').first().focus()
  await expectReachable(page, 'many answers under review')
})
