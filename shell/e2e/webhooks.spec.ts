import { expect, type Locator, type Page, test } from '@playwright/test'
import { startReceiver, type Receiver } from '../../worker/src/testing/receiver.ts'
import { unique } from './test-data.ts'
import { newBookkeeper, openAs } from './users.ts'
import { url } from './portal-test.ts'

/** Tests webhooks to a receiver that is reachable, and to one that fails. */

const outcome = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Client Created' })

let receiver: Receiver
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(async ({ context }) => {
  await context.close()
  await receiver.stop()
})

/** Creates a client with the first template. */
async function createClient(page: Page, name: string): Promise<void> {
  await page.goto(`${url}/clients?create=true`)
  const flow = page.getByRole('dialog', { name: 'Client Creation Flow' })
  await flow.getByLabel('Full Name').fill(name)
  await flow.getByLabel('Email').fill(`${unique('hooked')}@example.com`)
  await flow.getByLabel('Phone').fill('555 0100')
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByRole('combobox', { name: 'Workform template' }).click()
  await flow.getByRole('option').first().click()
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByLabel('Due Date').fill(new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10))
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByRole('button', { name: 'Confirm & Send' }).click()
}

test('delivers events to a new address, and again on request when a delivery has failed', async ({ context }) => {
  const bookkeeper = await newBookkeeper(url)
  const page = await openAs(context, url, bookkeeper.email, '/profile', 'bookkeeper')
  await page.getByRole('link', { name: 'Manage Webhooks' }).click()
  await expect(page.getByText('No addresses yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Address' })
  await dialog.getByRole('checkbox', { name: 'All events' }).uncheck()
  await dialog.getByRole('button', { name: 'Add Address' }).click()
  await expect(dialog.getByText('Please choose at least one event.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /client_onboarding/ }).check()
  await dialog.getByLabel('Address').fill('nowhere')
  await dialog.getByRole('button', { name: 'Add Address' }).click()
  await expect(dialog.getByText(/Please enter a complete address/)).toBeVisible()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add Address' }).click()
  const kept = page.getByRole('dialog', { name: 'Save your signing secret' })
  await expect(kept.getByText(/^whsec_/)).toBeVisible()
  await kept.getByRole('button', { name: 'I Have Saved It' }).click()

  await page.getByRole('button', { name: 'Send a test event' }).click()
  const sent = page.getByRole('dialog', { name: 'Test event' })
  await expect(sent.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(sent.getByText('thank you')).toBeVisible()
  await sent.getByRole('button', { name: 'Close' }).last().click()
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ event: 'test' })

  await createClient(page, 'Jane Miller')
  await expect(outcome(page).getByText('Workform assigned successfully!')).toBeVisible()
  await expect(outcome(page).getByText('Client created and webhook sent successfully!')).toBeVisible()
  await outcome(page).getByRole('button', { name: 'OK' }).click()
  expect(JSON.parse(receiver.requests[1]?.body ?? '')).toMatchObject({
    event: 'client_onboarding',
    client: { name: 'Jane Miller' },
  })

  receiver.answer = { status: 500 }
  await createClient(page, 'Joe Down')
  await expect(outcome(page).getByText('Webhook failed: The address answered 500.')).toBeVisible()
  await outcome(page).getByRole('link', { name: 'Open the log' }).click()
  const failing = page.getByRole('button', { name: /Client created.*Retrying/ })
  await expect(failing).toBeVisible()
  receiver.answer = { status: 200 }
  await failing.click()
  const delivery = page.getByRole('dialog', { name: 'Client created' })
  await expect(delivery.getByText(/"name": "Joe Down"/)).toBeVisible()
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect(delivery.getByText('Delivered', { exact: true })).toBeVisible()
  const ids = receiver.requests.filter((r) => r.body.includes('Joe Down')).map((r) => r.id)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
})
