import type { BrowserContextOptions, Page } from '@playwright/test'
import { expectContrast, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests comments on answers with both sides, each in its own browser. */

const FIELDS = [
  { id: 'iban', name: 'Account number', section: 'Bank', required: true },
  { id: 'branch', name: 'Branch', section: 'Bank' },
]
const SIZES: [string, BrowserContextOptions][] = [
  ['a desktop', {}],
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
]

const toggle = (page: Page, question: string) =>
  page.getByRole('button', { name: new RegExp(`omments? on ${question}`) })
const comments = (page: Page, question: string) => page.getByRole('region', { name: `Comments on ${question}` })
const box = (page: Page, question: string) => page.getByRole('textbox', { name: `Comment on ${question}` })
const said = (page: Page, question: string, text: string) => comments(page, question).locator('li p', { hasText: text })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

/** Opens the comments on a question by keyboard and sends another. */
async function comment(page: Page, question: string, text: string): Promise<void> {
  await toggle(page, question).focus()
  await page.keyboard.press('Enter')
  await expect(box(page, question)).toBeVisible()
  await box(page, question).focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(said(page, question, text)).toBeVisible()
}

async function newTalk() {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const section = client.sections.get('Bank') ?? ''
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  const unread = async () =>
    (await client.request<{ items: { unread: number }[] }>('GET', '/chat/threads')).items[0]?.unread
  return { bookkeeper, client, section, thread: thread?.id ?? '', unread }
}

for (const [size, options] of SIZES) {
  test(`shows comments below the question on both sides, and in the chat, on ${size} @desk`, async ({ browser }) => {
    const { bookkeeper, client, section, thread, unread } = await newTalk()
    const form = `/client-dashboard?section=${section}`
    const priya = await openAs(await browser.newContext(options), url, client.email, form)
    const chat = `/chat?client=${client.id}`
    const maya = await openAs(await browser.newContext(options), url, bookkeeper.email, chat, 'bookkeeper')

    await comment(priya, 'Account number', 'With the branch?')
    await expect(toggle(priya, 'Account number')).toHaveText(/^1 comment/)
    await expect(toggle(priya, 'Branch')).toHaveText(/^Comment/)
    await expectUsable(priya, 'a comment of the client')
    await priya.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(priya, 'a comment of the client, dark')
    await priya.keyboard.press('Escape')
    await expect(comments(priya, 'Account number')).toBeHidden()
    await expect(toggle(priya, 'Account number')).toBeFocused()

    // In the chat it links to the question, which has no answer yet.
    await expect(log(maya).locator('li p', { hasText: 'With the branch?' })).toBeVisible()
    await log(maya).getByRole('link', { name: 'about: Payroll setup › Bank › Account number' }).click()
    await expect(said(maya, 'Account number', 'With the branch?')).toBeInViewport()
    await box(maya, 'Account number').fill('Yes, please')
    await box(maya, 'Account number').press('Enter')
    await expect(said(maya, 'Account number', 'Yes, please')).toBeVisible()
    await expectUsable(maya, 'comments of both')

    // It arrives live, and is read when it is opened.
    await expect(priya.getByText('1 new')).toBeVisible()
    await toggle(priya, 'Account number').click()
    await expect(said(priya, 'Account number', 'Yes, please')).toBeVisible()
    await expect(priya.getByText('1 new')).toBeHidden()
    await expect.poll(unread).toBe(0)
    await toggle(priya, 'Account number').click()
    await expect(comments(priya, 'Account number')).toBeHidden()

    // A comment stays unread while an earlier message elsewhere is unread.
    await bookkeeper.request('POST', `/chat/threads/${thread}/messages`, { message: 'By the way' })
    await box(maya, 'Account number').fill('Thank you')
    await box(maya, 'Account number').press('Enter')
    await toggle(priya, 'Account number').click()
    await expect(said(priya, 'Account number', 'Thank you')).toBeVisible()
    await expect(priya.getByText('1 new')).toBeVisible()
    expect(await unread()).toBe(2)
    await priya.getByRole('link', { name: 'Open chat: earlier messages are unread' }).click()
    await expect(log(priya).locator('li p', { hasText: 'Thank you' })).toBeVisible()
    await expect.poll(unread).toBe(0)

    // The comments stay with the question when it is answered.
    const answers = { iban: '1234567', branch: 'Main' }
    await client.request('POST', `/portal/sections/${section}/submit`, { answers, version: 0 })
    await expect(toggle(maya, 'Account number')).toHaveText(/^3 comments/)
    await comment(maya, 'Branch', 'Which street?')
    await expect(toggle(maya, 'Branch')).toHaveText(/^1 comment/)
    await expectUsable(maya, 'comments on answers')

    // The client reads it below what was sent, and answers there.
    await priya.goto(`${url}/client-chat`)
    await log(priya).getByRole('link', { name: 'about: Payroll setup › Bank › Branch' }).click()
    await expect(said(priya, 'Branch', 'Which street?')).toBeInViewport()
    await expect(priya.getByRole('definition').filter({ hasText: 'Main' })).toBeVisible()
    await box(priya, 'Branch').fill('High Street')
    await box(priya, 'Branch').press('Enter')
    await expect(said(maya, 'Branch', 'High Street')).toBeVisible()
    await expectUsable(priya, 'what was sent, with comments')
    await priya.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(priya, 'what was sent, dark')
  })
}

for (const [size, options] of SIZES) {
  test(`holds reminders until a question is answered that a client does not understand, on ${size} @desk`, async ({
    browser,
  }) => {
    const { bookkeeper, client, section, unread } = await newTalk()
    const form = `/client-dashboard?section=${section}`
    const priya = await openAs(await browser.newContext(options), url, client.email, form)
    await priya.getByRole('button', { name: 'I can’t answer this question: Branch' }).click()
    await priya.getByRole('button', { name: "I don't understand" }).click()
    const ask = priya.getByRole('region', { name: 'Ask about Branch' })
    await expect(ask.getByRole('blockquote')).toHaveText('Branch')
    await expect(ask.getByRole('textbox')).toBeFocused()
    await priya.keyboard.type('Which branch?')
    await expectUsable(priya, 'a question that is not understood')
    await priya.keyboard.press('Tab')
    await priya.keyboard.press('Tab')
    await priya.keyboard.press('Enter')
    await expect(priya.getByText('Waiting for an answer')).toBeVisible()

    // Reading the question does not answer it.
    const chat = `/chat?client=${client.id}`
    const maya = await openAs(await browser.newContext(options), url, bookkeeper.email, chat, 'bookkeeper')
    await expect(log(maya).locator('li p', { hasText: 'Which branch?' })).toBeVisible()
    const plan = `/clients?client=${client.id}`
    await maya.goto(url + plan)
    const held = maya.getByRole('link', { name: 'No reminders for "Bank" until you answer the client’s question' })
    await expect(held).toBeVisible()
    await expectUsable(maya, 'reminders that wait for an answer')
    const reminders = async () =>
      (await bookkeeper.request<{ upcoming: unknown[] }>('GET', `/follow-ups/clients/${client.id}`)).upcoming
    expect(await reminders()).toEqual([])

    await held.click()
    await maya.getByRole('textbox', { name: 'Message' }).fill('The one where you opened the account')
    await maya.getByRole('textbox', { name: 'Message' }).press('Enter')
    await expect.poll(unread).toBe(1)
    await expect(priya.getByText('Waiting for an answer')).toBeHidden()
    expect(await reminders()).not.toEqual([])
    await maya.goto(url + plan)
    await expect(maya.getByRole('list', { name: 'Upcoming follow-ups' })).toBeVisible()
    await expect(held).toBeHidden()
  })
}
