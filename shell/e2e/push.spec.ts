import { type BrowserContext, type CDPSession, expect, test, type Worker } from '@playwright/test'
import type { PushSubscription } from '../../worker/contract/src/push.ts'
import { type PushService, startPushService, type TestBrowser } from '../../worker/src/testing/push-service.ts'
import { submit } from './desk.ts'
import { expectContrast, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs, type Person } from './users.ts'
import { url } from './portal-test.ts'

/**
 * Tests push with the real service worker. Only the push service of the browser's maker is replaced by one of the test,
 * and the screen of the device.
 */

test.use({ serviceWorkers: 'allow' })

let service: PushService
let bookkeeper: Person
test.beforeAll(async () => {
  service = await startPushService()
  bookkeeper = await newBookkeeper(url)
})
test.afterAll(() => service.stop())

/** Makes the browser subscribe at the push service of the test. */
async function subscribeAtTest(context: BrowserContext, { subscription }: TestBrowser): Promise<void> {
  await context.addInitScript((json: PushSubscription) => {
    const own = {
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => localStorage.removeItem('test.push'),
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem('test.push', '1')
        return own
      },
      getSubscription: async () => (localStorage.getItem('test.push') ? own : null),
    })
    // Without a screen, the browser says here that the permission is denied.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  }, subscription)
}

/** Hands a message to the service worker like the browser does when it arrives. */
async function arrive(cdp: CDPSession, worker: Worker, message: unknown): Promise<void> {
  const registrations: { registrationId: string; scopeURL: string }[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  await cdp.send('ServiceWorker.enable')
  const { origin } = new URL(worker.url())
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const registrationId = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))?.registrationId ?? ''
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}

/** What a worker shows on the device. */
interface Shown {
  title: string
  data: unknown
}
type Device = EventTarget & { shown: Shown[] }

/** Stands for the notifications of the device, which a browser without a screen does not have. */
const watchDevice = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const device = self as unknown as Device
    device.shown = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, { data }: { data?: unknown } = {}) => {
      device.shown.push({ title, data })
    }
  })

/** Returns the titles of the notifications that the device shows. */
const shown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(() => (self as unknown as Device).shown.map(({ title }) => title))

/** Taps the notification that the device shows. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const device = self as unknown as Device
    const [first] = device.shown
    const notification = { data: first?.data, close: () => device.shown.shift() }
    device.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
  })

test('is offered after a submission, shows a message, opens its page, and ends with the session', async ({
  context,
}) => {
  const client = await newClient(url, bookkeeper, 'Year end', [
    { id: 'name', name: 'Legal name', section: 'Business' },
    { id: 'vat', name: 'VAT number', section: 'Taxes' },
  ])
  const browser = service.newBrowser()
  await context.grantPermissions(['notifications'], { origin: url })
  await subscribeAtTest(context, browser)
  const registered = context.waitForEvent('serviceworker')
  const page = await openAs(context, url, client.email)
  await page.setViewportSize({ width: 360, height: 480 })
  const worker = await registered
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Year end' })).toBeVisible()
  // The live connection is there.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('portal.realtime.')))
  await page.mouse.wheel(0, 2000)
  await submit(client, 'Taxes', { vat: '123' })
  const turnOn = page.getByRole('button', { name: 'Turn on' })
  await expect(turnOn).toBeInViewport({ ratio: 1 })
  await expectUsable(page, 'the offer')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'the offer in the dark')
  await turnOn.click()
  // While it is turned on, the button has another name.
  await expect(page.getByText('Notifications turned on')).toBeVisible()
  await expect(turnOn).toHaveCount(0)
  await page.goto(`${url}/client-profile`)
  await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
  await expectUsable(page, 'notifications in the profile')
  const kinds = page.getByRole('list', { name: 'Kinds of notifications' })
  await expect(kinds.getByRole('switch', { name: 'Reminders' })).toBeChecked()

  const path = `/follow-ups/clients/${client.id}/reminder`
  const { subject, text, version } = await bookkeeper.request<Record<string, string>>('GET', path)
  await bookkeeper.request('POST', path, { subject, text, version })
  await expect.poll(() => browser.requests.length).toBe(1)
  const [message] = browser.messages()
  expect(message?.title).toMatch(/^Reminder: /)
  await watchDevice(worker)
  await arrive(await context.newCDPSession(page), worker, message)
  await expect.poll(() => shown(worker)).toEqual([message?.title])
  await tap(worker)
  await page.waitForURL(`**${message?.path}`)
  await expect(page.getByLabel('Legal name')).toBeVisible()
  await expect.poll(() => shown(worker)).toEqual([])
  const unread = () => client.request<{ items: { id: string; is_read: boolean }[] }>('GET', '/notifications')
  await expect
    .poll(async () => (await unread()).items.find(({ id }) => id === message?.notification_id)?.is_read)
    .toBe(true)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/client-dashboard`)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(`${url}/`)
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()),
  ).toBeNull()
})
