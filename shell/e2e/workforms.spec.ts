import type { Browser, Locator, Page } from '@playwright/test'
import { submit } from './desk.ts'
import { focusProblems } from './focus-checks.ts'
import { PDF, unique } from './test-data.ts'
import { layoutProblems } from './usability-checks.ts'
import { expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests building, previewing, editing and deleting workforms while clients use them. Also runs on a phone. */

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
})

async function openWorkforms(browser: Browser, isMobile: boolean): Promise<Page> {
  const size = isMobile
    ? { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    : { viewport: { width: 1280, height: 800 } }
  const page = await openAs(await browser.newContext(size), url, bookkeeper.email, '/workforms', 'bookkeeper')
  await expect(page.getByRole('heading', { name: 'Workforms' })).toBeVisible()
  return page
}

const fields = (dialog: Locator): Promise<string[]> =>
  dialog
    .locator('[data-field]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('p')?.firstChild?.textContent ?? ''))

async function startNew(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New Workform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Workform' })
  await dialog.getByLabel('Workform Name').fill(name)
  await dialog.getByRole('button', { name: 'Next' }).click()
  return page.getByRole('dialog', { name: 'Add Form Fields' })
}

async function add(
  dialog: Locator,
  name: string,
  type: string,
  more: () => Promise<void> = async () => undefined,
): Promise<void> {
  await dialog.getByLabel('Field name').fill(name)
  await dialog.getByLabel('Field type').selectOption({ label: type })
  await more()
  await dialog.getByRole('button', { name: 'Add Field' }).click()
  await expect(dialog.locator('[data-field]', { hasText: name })).toBeVisible()
  // The focus moves a frame later, and would take what is typed in between.
  await expect(dialog.getByLabel('Field name')).toBeFocused()
  await expect(dialog.locator('label', { hasText: 'Field name' })).toBeInViewport({ ratio: 1 })
}

test('saves a template with fields of every type when they were reordered by keyboard', { tag: '@desk' }, async ({
  browser,
  isMobile,
}) => {
  const page = await openWorkforms(browser, isMobile)
  const name = unique('All kinds')
  await page.getByRole('button', { name: 'New Workform' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please fill in workform name')).toBeVisible()
  await page.keyboard.press('Escape')
  const dialog = await startNew(page, name)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Please add at least one field')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add Field' }).click()
  await expect(dialog.getByText('Please enter a field name.')).toBeVisible()
  await expect(dialog.getByLabel('Field name')).toBeFocused()

  await dialog.getByLabel('Section', { exact: true }).fill('Business')
  await add(dialog, 'Legal name', 'Short text', () => dialog.getByLabel('Required').check())
  await add(dialog, 'Story', 'Long text')
  await add(dialog, 'Billing email', 'Email')
  await add(dialog, 'Employees', 'Number', async () => {
    await dialog.getByLabel('Minimum').fill('5')
    await dialog.getByLabel('Maximum').fill('1')
    await dialog.getByRole('button', { name: 'Add Field' }).click()
    await expect(dialog.getByText('The maximum is below the minimum.')).toBeVisible()
    await dialog.getByLabel('Maximum').fill('500')
    await dialog.getByLabel('Decimals').fill('0')
  })
  await add(dialog, 'Founded', 'Date')
  await add(dialog, 'Entity', 'Dropdown', () => dialog.getByLabel('Options').fill('LLC\nPartnership'))
  await add(dialog, 'Accounts', 'Checkbox', async () => {
    await dialog.getByLabel('Options').fill('Checking\nSavings\nChecking')
    await dialog.getByRole('button', { name: 'Add Field' }).click()
    await expect(dialog.getByText('The option “Checking” appears more than once (numbers 1 and 3).')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove duplicate options' }).click()
  })
  await add(dialog, 'Statement', 'File upload', () => dialog.getByLabel('.pdf').check())
  await dialog.getByLabel('Section', { exact: true }).fill('Papers')
  await add(dialog, 'Signed letter', 'Download and re-upload', async () => {
    const input = dialog.locator('input[type=file]')
    await input.setInputFiles({ ...PDF, name: 'scan.png' })
    await expect(dialog.getByText(/scan\.png/).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove scan.png' }).click()
    await input.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a pdf') })
    await expect(dialog.getByText(/letter\.pdf/).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove letter.pdf' }).click()
    await input.setInputFiles({ ...PDF, name: 'letter.pdf' })
    await expect(page.getByText('Template uploaded')).toBeVisible()
    await dialog.getByLabel('Instruction text').fill('Sign on page 3.')
  })
  // Next to the form, the list shows what was added.
  if (!isMobile) await expect(dialog.locator('[data-field]').last()).toBeInViewport({ ratio: 1 })
  await expectUsable(page, 'fields')

  const move = dialog.getByRole('button', { name: 'Move Story up' })
  await move.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => fields(dialog))
    .toEqual([
      'Story',
      'Legal name',
      'Billing email',
      'Employees',
      'Founded',
      'Entity',
      'Accounts',
      'Statement',
      'Signed letter',
    ])
  await expect(move).toBeFocused()
  await dialog.getByRole('button', { name: 'Move all of Papers up' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await fields(dialog))[0]).toBe('Signed letter')

  await dialog.getByRole('button', { name: 'Next' }).click()
  const last = page.getByRole('dialog', { name: 'Template Options' })
  await expect(last.getByText('Sign on page 3.')).toBeVisible()
  await last.getByLabel('Employees').fill('501')
  await last.getByLabel('Employees').blur()
  await expect(last.getByText('Please enter 500 or less.')).toBeVisible()
  if (!isMobile) {
    const wide = (await last.getByLabel('Story').boundingBox())?.width ?? 0
    await last.getByText('Phone', { exact: true }).click()
    await expect.poll(async () => (await last.getByLabel('Story').boundingBox())?.width ?? wide).toBeLessThan(340)
  }
  await expectUsable(page, 'preview')
  await last.getByRole('radio', { name: /^Yes/ }).check()
  await last.getByRole('button', { name: 'Create Workform' }).click()
  await expect(page.getByText('Form template created successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('9 fields in 2 sections')
  await page.getByRole('tab', { name: 'Client Forms' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
})

test('keeps the names of sections whole on phones', { tag: '@desk' }, async ({ browser }) => {
  // The context of a phone, whose scroll bars take no room, at all widths.
  const page = await openWorkforms(browser, true)
  const dialog = await startNew(page, unique('On a phone'))
  await dialog.getByLabel('Section', { exact: true }).fill('Business Details')
  await add(dialog, 'Legal name', 'Short text')
  expect(await layoutProblems(page)).toEqual([])
})

test('shows labels and help texts of focused fields beside Add Field', { tag: '@desk' }, async ({ browser }) => {
  const page = await openWorkforms(browser, false)
  await expect((await startNew(page, unique('With help'))).getByLabel('Field name')).toBeVisible()
  for (const [width, height] of [
    [1280, 620],
    [390, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await focusProblems(page, 20, true)).toEqual([])
  }
})

test('restores unsaved work when a customized starter template is left and opened again', { tag: '@desk' }, async ({
  browser,
  isMobile,
}) => {
  const page = await openWorkforms(browser, isMobile)
  await page.getByRole('button', { name: 'New Workform' }).click()
  await page.getByRole('button', { name: 'Choose a template' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a template' })
  await expect(chooser.getByRole('option', { name: /Starter/ })).toHaveCount(8)
  await expectUsable(page, 'templates')
  await chooser.getByPlaceholder('Search templates...').fill('sign and return')
  await expect(chooser.getByRole('option')).toHaveCount(1)
  await chooser.getByRole('option', { name: /^Engagement pack/ }).click()
  const download = page.waitForEvent('download')
  await chooser.getByRole('button', { name: 'Download Template: Engagement letter.docx' }).click()
  expect((await download).suggestedFilename()).toBe('Engagement letter.docx')
  await expectUsable(page, 'preview of a template')
  await chooser.getByRole('button', { name: 'Use this template' }).click()
  await expect(page.getByText('A copy of “Engagement pack”')).toBeVisible()
  await expect(page.getByLabel('Workform Name')).toHaveValue('Engagement pack')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('12 fields in 4 sections')).toBeVisible()
  await page.getByRole('button', { name: 'Remove all of Billing' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // Unsaved work survives leaving the page.
  await page.goto(`${url}/dashboard`)
  await page.goto(`${url}/workforms`)
  await page.getByRole('button', { name: 'New Workform' }).click()
  await expect(page.getByText('Your unsaved work was restored.')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('8 fields in 3 sections')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: /^No/ }).check()
  await page.getByRole('button', { name: 'Create Workform' }).click()
  await expect(page.getByText('Workform created successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Engagement pack/ })).toContainText('Client form')
})

test('moves a dragged field, asks before Back discards it, and shows whom an edit and a deletion affect', {
  tag: '@desk',
}, async ({ browser, isMobile }) => {
  const name = unique('Dragged')
  const section = (id: string): string => (id === 'c' ? 'Second' : 'First')
  const client = await newClient(
    url,
    bookkeeper,
    name,
    ['a', 'b', 'c'].map((id) => ({ id, name: `Field ${id}`, section: section(id) })),
  )
  await submit(client, 'First', { a: 'Saffron LLC' })
  const page = await openWorkforms(browser, isMobile)
  await page.getByPlaceholder('Search forms...').fill('nothing like it')
  await expect(page.getByText('No forms found. Create your first form template!')).toBeVisible()
  await page.getByPlaceholder('Search forms...').fill(name)
  await page.getByRole('tab', { name: 'Client Forms' }).click()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Form Fields' })
  const handle = (id: string) => dialog.locator(`[data-field=${id}] [title="Drag to move"]`)
  const [from, to] = [await handle('a').boundingBox(), await handle('c').boundingBox()]
  if (!from || !to) throw new Error('no handles')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + 5, from.y + 30)
  await page.mouse.move(to.x + 5, to.y + to.height + 12, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => fields(dialog)).toEqual(['Field b', 'Field c', 'Field a'])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => fields(dialog)).toEqual(['Field a', 'Field b', 'Field c'])
  await dialog.getByRole('button', { name: 'Remove Field a' }).click()
  await dialog.getByRole('button', { name: 'Remove all of Second' }).click()
  await expect(dialog.getByText('“Second” will be withdrawn from 1 client, including drafts and files.')).toBeVisible()
  await expectUsable(page, 'impact')
  const leave = async (answer: 'Keep editing' | 'Discard'): Promise<void> => {
    await page.evaluate(() => window.history.back())
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: answer }).click()
    await expect(question).toHaveCount(0)
  }
  await leave('Keep editing')
  await expect(dialog.getByText('1 field in 1 section')).toBeVisible()
  await expect(page).toHaveURL(/action=edit/)
  await leave('Discard')
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/action=edit/)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('alertdialog').getByText('This affects 1 active assignment.')).toBeVisible()
  await expectUsable(page, 'delete')
})

test('keeps all controls within their section when names are long and have no spaces', async ({
  browser,
  isMobile,
}) => {
  const name = unique('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk')
  await bookkeeper.request('POST', '/workforms', {
    name,
    fields: [
      {
        id: 'a',
        name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
        section: 'Grundstücksverkehrsgenehmigungszuständig',
      },
      {
        id: 'b',
        name: 'https://www.example.com/a/long/address/without/a/single/blank/in/it?and=1234567890',
        section: 'Second',
      },
    ],
  })
  const page = await openWorkforms(browser, isMobile)
  await page.getByPlaceholder('Search forms...').fill(name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Form Fields' })
  await expect(dialog.locator('[data-field]')).toHaveCount(2)
  const outside = await dialog.locator('[data-section]').evaluateAll((sections) =>
    sections.flatMap((section) => {
      const right = Math.min(section.getBoundingClientRect().right, window.innerWidth)
      const buttons = [...section.querySelectorAll('button')]
      return buttons
        .filter((button) => button.getBoundingClientRect().right > right)
        .map((button) => button.getAttribute('aria-label'))
    }),
  )
  expect(outside).toEqual([])
  // The form does not overlap the list.
  const boxes = [
    await dialog.locator('[data-section]').first().boundingBox(),
    await dialog.getByLabel('Field name').boundingBox(),
  ]
  expect(isMobile || (boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0) <= (boxes[1]?.x ?? 0)).toBe(true)
})
