import { newBookkeeper, newClient, onServer, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** A bookkeeper changes a workform while a client fills it in. */

const field = (id: string, name: string, more = {}) => ({ id, name, section: 'Business', type: 'short-text', ...more })

test('shows the answers that an edit replaces, to be copied @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const kind = { type: 'dropdown', required: true }
  const client = await newClient(url, bookkeeper, 'Payroll setup', [
    field('name', 'Legal name'),
    field('story', 'How it started', { type: 'long-text' }),
    field('kind', 'Entity type', { ...kind, options: ['LLC', 'Other'] }),
  ])
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await openAs(context, url, client.email)
  await page.getByRole('button', { name: 'Continue: Business' }).click()
  await page.getByLabel('How it started').fill('In a garage.')
  await page.getByLabel('Entity type').selectOption('LLC')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByLabel('Legal name').fill('Saffron Street')

  const { name, version } = await bookkeeper.request<{ name: string; version: number }>(
    'GET',
    `/workforms/${client.workformId}`,
  )
  const fields = [
    field('name', 'Legal name'),
    field('kind', 'Entity type', { ...kind, options: ['LLC or LLP', 'Other'] }),
  ]
  await bookkeeper.request('PATCH', `/workforms/${client.workformId}`, { name, version, fields })

  const notice = page.getByRole('alert').filter({ hasText: 'Your bookkeeper has changed this section' })
  await expect(notice.getByRole('definition')).toHaveText(['In a garage.', 'LLC'])
  await expect(notice.getByRole('term')).toHaveText(['How it started', 'Entity type'])
  await notice.getByRole('button', { name: 'Copy' }).click()
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'How it started: In a garage.\nEntity type: LLC',
  )
  // What fits is kept, and the choice can be made again.
  await expect(page.getByLabel('Legal name')).toHaveValue('Saffron Street')
  await page.getByLabel('Entity type').selectOption('LLC or LLP')
  await expect.poll(() => onServer(client, 'Business')).toEqual({ name: 'Saffron Street', kind: 'LLC or LLP' })
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit Section' }).click()
  await page.getByRole('dialog', { name: 'Submit Business?' }).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Section submitted')).toBeVisible()
})

test('keeps the focus in the form when the question that is being answered is removed @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const fields = [field('name', 'Legal name'), field('story', 'How it started'), field('plan', 'What comes next')]
  const client = await newClient(url, bookkeeper, 'Payroll setup', fields)
  const page = await openAs(await browser.newContext(), url, client.email)
  await page.getByRole('button', { name: 'Continue: Business' }).click()
  await page.getByLabel('How it started').pressSequentially('In a garage.')
  const path = `/workforms/${client.workformId}`
  const { name, version } = await bookkeeper.request<{ name: string; version: number }>('GET', path)
  await bookkeeper.request('PATCH', path, { name, version, fields: fields.filter(({ id }) => id !== 'story') })
  await expect(page.getByLabel('How it started')).toHaveCount(0)
  const notice = page.getByRole('alert').filter({ hasText: 'Your bookkeeper has changed this section' })
  await expect(notice.getByRole('definition')).toHaveText(['In a garage.'])
  // Typing goes on into no other question, and Tab leads to the next control.
  await page.keyboard.type(' With a loan.')
  await expect(page.getByLabel('Legal name')).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(notice.getByRole('button', { name: 'Copy' })).toBeFocused()
})
