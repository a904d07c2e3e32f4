import { expect, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { newBookkeeper, newClient, openAs, signedIn } from './users.ts'
import { url } from './portal-test.ts'

/** Tests the bell and the page of all notifications. */

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
