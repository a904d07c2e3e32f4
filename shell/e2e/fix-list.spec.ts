import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { tabTo } from './keys.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, type NewField, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests sections that are sent back, on a phone by touch and on a desktop by keyboard. */

const FIELDS: NewField[] = [
  { id: 'name', name: 'Legal name', section: 'Bank', required: true },
  { id: 'iban', name: 'Account number', section: 'Bank', required: true },
  { id: 'since', name: 'Account opened', section: 'Bank', type: 'date' },
  { id: 'statement', name: 'Statement', section: 'Bank', type: 'file', required: true },
]
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
})

const device = (browser: Browser, isMobile: boolean): Promise<BrowserContext> =>
  browser.newContext(isMobile ? PHONE : { viewport: { width: 1280, height: 800 } })

/** Returns how a user acts on a page: by touch on a phone, by keyboard on a desktop. */
function handsOn(page: Page, isMobile: boolean) {
  const press = async (control: Locator): Promise<void> => {
    if (isMobile) return control.tap()
    await tabTo(page, control)
    await page.keyboard.press('Enter')
  }
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
  return {
    press: (name: string | RegExp) => press(button(name)),
    toggle: (text: string) => press(page.locator('summary', { hasText: text })),
    type: async (label: string, text: string): Promise<void> => {
      const field = page.getByLabel(label, { exact: true })
      await (isMobile ? field.tap() : tabTo(page, field))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    upload: (name: string) =>
      page
        .getByLabel('Upload files for Statement', { exact: true })
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`) }),
    submit: async (): Promise<void> => {
      await press(button('Submit Section'))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }))
      await expect(page.getByRole('group', { name: 'Bank was sent' })).toBeVisible()
    },
  }
}

/** Returns the bookkeeper's actions on the section. */
function reviewOf(client: Client) {
  const id = client.sections.get('Bank') ?? ''
  const version = async (): Promise<number> =>
    (await client.request<{ version: number }>('GET', `/portal/sections/${id}`)).version
  return {
    sendBack: async (flags: Record<string, { reason: string; note: string | null }>) =>
      bookkeeper.request('POST', `/sections/${id}/send-back`, {
        version: await version(),
        flags: Object.entries(flags).map(([field_id, flag]) => ({ field_id, flag })),
      }),
    open: async () => bookkeeper.request('POST', `/sections/${id}/opened`, { version: await version() }),
    answer: async (agree: boolean) =>
      bookkeeper.request('POST', `/sections/${id}/recall`, { version: await version(), agree }),
    approve: async () => bookkeeper.request('POST', `/sections/${id}/approve`, { version: await version() }),
  }
}

const fixList = (page: Page) => page.getByRole('region', { name: /thing.? to fix|Ready to send again/ })

test('fixes only what was sent back, three submissions deep', async ({ browser, isMobile }) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const review = reviewOf(client)
  const page = await openAs(await device(browser, isMobile), url, client.email)
  const user = handsOn(page, isMobile)

  await user.press('Continue: Bank')
  await user.type('Legal name*', 'Saffron Street Kitchen')
  await user.type('Account number*', '12')
  await user.press('I can’t answer this question: Statement')
  await expectUsable(page, 'reasons')
  await user.press("I don't have it")
  await expect(page.getByRole('group', { name: "Statement: I don't have it" })).toBeFocused()
  await user.type('Why not, or what do you have instead? (optional)', 'The bank is slow')
  await expect(page.getByText('Nothing required is left')).toBeVisible()
  await expectUsable(page, 'a reason')
  await user.submit()

  await review.sendBack({
    iban: { reason: 'incomplete', note: null },
    statement: { reason: 'other', note: 'You can download it in your online banking.' },
  })
  await expect(fixList(page).getByRole('heading', { name: '2 things to fix' })).toBeVisible()
  await expect(fixList(page).getByRole('listitem')).toHaveText([
    'Account numberIncomplete',
    'StatementYou can download it in your online banking.',
  ])
  await expectUsable(page, 'fix list')
  // The toast covers what is under it until it leaves.
  await expect(page.getByText('Section submitted')).toHaveCount(0)
  await expectReachable(page, 'fix list')
  await user.press('Fix now')
  await expect(page.getByLabel('Account number')).toBeFocused()
  await expect(page.getByLabel('Legal name')).toHaveCount(0)
  await expectUsable(page, 'questions to fix')
  await user.type('Account number*', '1234567')
  await expect(fixList(page).getByRole('heading', { name: '1 thing to fix' })).toBeVisible()
  await user.press('Answer instead')
  await user.upload('february.pdf')
  await expect(page.getByText('2 of 2 changed')).toBeVisible()
  await expect(fixList(page).getByRole('heading', { name: 'Ready to send again' })).toBeVisible()
  await expectUsable(page, 'fixed')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'fixed, dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await user.submit()

  await review.sendBack({ statement: { reason: 'wrong_period', note: 'We need March' } })
  await expect(fixList(page).getByRole('heading', { name: '1 thing to fix' })).toBeVisible()
  await user.press(/^Statement Wrong period: We need March/)
  await expect(page.getByLabel('Account number')).toHaveCount(0)
  await user.press(/^Remove february.pdf/)
  await user.press('Remove')
  await user.upload('march.pdf')
  await expect(page.getByText('1 of 1 changed')).toBeVisible()
  await user.toggle('3 other answers')
  await expect(page.getByLabel('Account number')).toHaveValue('1234567')
  await user.submit()
  await review.approve()
  await expect(page.getByText('All done')).toBeVisible()
  await expect(fixList(page)).toHaveCount(0)
})

test('takes a submission back, and asks for it once the bookkeeper has opened it @desk', async ({
  browser,
  isMobile,
}) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const review = reviewOf(client)
  const page = await openAs(await device(browser, isMobile), url, client.email)
  const user = handsOn(page, isMobile)
  await user.press('Continue: Bank')
  await user.type('Legal name*', 'Saffron')
  await user.type('Account number*', '12')
  await user.upload('statement.pdf')
  await user.submit()
  await expectUsable(page, 'sent')
  await user.press('Take back Bank')
  await expect(page.getByLabel('Legal name')).toHaveValue('Saffron')
  await expect(page.getByText('statement.pdf')).toBeVisible()
  await user.type('Account number*', '1234567')
  await user.submit()

  await review.open()
  await page.reload()
  await user.press('Ask to change it Bank')
  await expect(page.getByText('You asked to change this section. Your bookkeeper will answer.')).toBeVisible()
  await expectUsable(page, 'asked')
  await review.answer(true)
  // The section is still the open one.
  await expect(page.getByLabel('Account number')).toHaveValue('1234567')
})

test('keeps fixes and reasons offline, and lets the client choose between two devices', async ({
  browser,
  isMobile,
}) => {
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const id = client.sections.get('Bank') ?? ''
  const answers = { name: 'Saffron', iban: '12' }
  const non_answers = { statement: { reason: 'dont_have', note: '' } }
  await client.request('POST', `/portal/sections/${id}/submit`, { answers, non_answers, version: 0 })
  await reviewOf(client).sendBack({ iban: { reason: 'incomplete', note: null } })
  const here = await openAs(await device(browser, isMobile), url, client.email, `/client-dashboard?section=${id}`)
  const there = await openAs(await device(browser, false), url, client.email, `/client-dashboard?section=${id}`)
  const user = handsOn(here, isMobile)
  await expect(here.getByLabel('Account number')).toBeVisible()
  await here.context().setOffline(true)
  await user.type('Account number*', '1234567')
  await expect(here.getByText('Saved on this device')).toBeVisible()
  await expect(here.getByText('1 of 1 changed')).toBeVisible()
  await expectUsable(here, 'fixed offline')
  await there.getByLabel('Account number*', { exact: true }).fill('')
  await there.getByRole('button', { name: 'I can’t answer this question: Account number' }).click()
  await there.getByRole('button', { name: 'Someone else has it' }).click()
  await expect(there.getByText('Saved', { exact: true })).toBeVisible()
  await here.context().setOffline(false)
  const choice = here.getByRole('group', { name: 'Account number' })
  await expect(choice.getByText('Someone else has it')).toBeVisible()
  await expect(choice.getByText('1234567')).toBeVisible()
  await choice.getByRole('radio', { name: /Your version/ }).check()
  await user.press('Keep chosen answers')
  await expect(there.getByLabel('Account number*', { exact: true })).toHaveValue('1234567')
})
