import { expect, test } from '@playwright/test'
import { mailsTo } from './mailbox.ts'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { newBookkeeper, newClient, openAs, signedIn } from './users.ts'
import { url } from './portal-test.ts'

/** Tests the bell, the page of all notifications, and mail with one-click unsubscribing. */

const NAMES = ['Bank', 'Payroll', 'Taxes']
const FIELDS = NAMES.map((name) => ({ id: name.toLowerCase(), name: `${name} account`, section: name }))

test('shows the same number everywhere, and clears what was decided in another tab', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  for (const [name, id] of client.sections)
    await client.request('POST', `/portal/sections/${id}/submit`, {
      answers: { [name.toLowerCase()]: 'DE02 1203' },
      version: 0,
    })
  for (let i = 1; i <= 12; i++)
    await client.request('POST', `/chat/threads/${thread?.id}/messages`, { message: `Question ${i}` })
  const desk = await openAs(await browser.newContext(), url, bookkeeper.email, '/notifications', 'bookkeeper')
  const rows = desk.getByRole('main').getByRole('listitem')
  const bell = desk.getByRole('dialog', { name: 'Notifications' })
  const expectUnread = async (count: number) => {
    await desk.getByRole('button', { name: `Notifications, ${count} unread` }).click()
    await expect(bell.getByRole('tab', { name: `Unread ${count}` })).toBeVisible()
    await expect(bell.getByRole('button', { name: `Mark ${count} as read` })).toBeVisible()
    await expect(bell.getByRole('button', { name: /Payroll|Question/ })).toHaveCount(10)
    await desk.keyboard.press('Escape')
    await expect(bell).toHaveCount(0)
    await expect(desk.getByRole('tab', { name: `Unread ${count}` })).toBeVisible()
    await expect(desk.getByRole('button', { name: `Mark ${count} as read` })).toBeVisible()
    await expect(rows).toHaveCount(count)
  }
  await expectUnread(15)
  const [bank, payroll] = [client.sections.get('Bank'), client.sections.get('Payroll')]
  await bookkeeper.request('POST', `/sections/${bank}/approve`, { version: 1, notes: null })
  await expectUnread(14)
  await bookkeeper.request('POST', `/sections/${payroll}/reject`, { version: 1, reason: 'Blurred' })
  await expectUnread(13)
  await desk.getByRole('button', { name: 'Mark 13 as read' }).click()
  await expect(desk.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(desk.getByText('No unread notifications')).toBeVisible()
  await desk.context().close()
})

test('links notifications to sections and sends one mail when three sections are rejected', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  for (const [name, id] of client.sections) {
    await client.request('POST', `/portal/sections/${id}/submit`, {
      answers: { [name.toLowerCase()]: 'DE02 1203' },
      version: 0,
    })
  }
  for (let i = 1; i <= 10; i++)
    await client.request('POST', `/chat/threads/${thread?.id}/messages`, { message: `Question ${i}` })

  const desk = await openAs(await browser.newContext(), url, bookkeeper.email, '/dashboard', 'bookkeeper')
  await desk.getByRole('button', { name: 'Notifications, 13 unread' }).click()
  await desk.getByRole('link', { name: 'View all' }).click()
  await expect(desk.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(13)
  await desk
    .getByRole('main')
    .getByRole('button', { name: /submitted "Bank"/ })
    .click()
  await expect(desk).toHaveURL(/\/form-submissions\?.*client=/)
  await desk.goto(`${url}/notifications`)
  await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(12)
  await desk.getByRole('main').getByRole('button', { name: 'Mark 12 as read' }).click()
  await expect(desk.getByText('No unread notifications')).toBeVisible()
  await desk.getByRole('main').getByRole('tab', { name: 'All' }).click()
  await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(13)

  // What has happened so far is not part of the next mail.
  const texts = async () => (await mailsTo(url, client.email)).map((m) => m.text).join()
  for (const name of NAMES) await expect.poll(texts).toContain(`We received "${name}"`)
  for (const id of client.sections.values())
    await bookkeeper.request('POST', `/sections/${id}/reject`, { version: 1, reason: 'Blurred' })
  const mails = async () => (await mailsTo(url, client.email)).filter((m) => /rejected/.test(m.subject))
  await expect.poll(async () => (await mails()).map((m) => m.subject)).toEqual(['Section rejected: Payroll setup (3)'])

  const phone = await openAs(await browser.newContext(), url, client.email)
  await phone.getByRole('button', { name: /^Notifications/ }).click()
  await phone.getByRole('button', { name: /"Taxes" of "Payroll setup" has been rejected/ }).click()
  await expect(phone).toHaveURL(new RegExp(`section=${client.sections.get('Taxes')}`))
  await expect(phone.getByLabel('Taxes account')).toBeVisible()

  // The link in the mail works on a device without a session.
  const link = new URL((await mails())[0]?.unsubscribe?.slice(1, -1) ?? '')
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(url + link.pathname + link.search)
  await expect(visitor.getByText(`Stop emails about Decisions to ${client.email}?`)).toBeVisible()
  await visitor.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(visitor.getByRole('button', { name: 'Turn these emails on again' })).toBeVisible()
  await phone.goto(`${url}/client-profile`)
  await expect(phone.getByRole('switch', { name: 'Decisions' })).not.toBeChecked()
  await expect(phone.getByRole('switch', { name: 'Messages' })).toBeChecked()
  await phone.getByRole('switch', { name: 'Decisions' }).click()
  await expect
    .poll(async () => (await client.request<{ items: unknown[] }>('GET', '/mail/settings')).items)
    .toContainEqual({ kind: 'decisions', on: true })
  await Promise.all(browser.contexts().map((context) => context.close()))
})

test('lists no decided section and no answered message as unread in the demo data @desk', async () => {
  const maya = await signedIn(url, DEMO_BOOKKEEPER.email, 'bookkeeper', DEMO_PASSWORD)
  const { items } = await maya.request<{ items: { message: string; is_read: boolean }[] }>('GET', '/notifications/all')
  const unread = items.filter(({ is_read }) => !is_read).map(({ message }) => message)
  const ofPriya = unread.filter((message) => message.startsWith('Priya Raman'))
  expect(ofPriya.toSorted()).toEqual([
    'Priya Raman submitted "Business Details" of "New Client Intake".',
    'Priya Raman: Ah, got it. Tonight!',
  ])
})
