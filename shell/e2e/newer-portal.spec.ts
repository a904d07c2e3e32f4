import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ROOT } from '../../tools/command/root.ts'
import { DEVELOPMENT_BUNDLE } from '../../tools/run/bundle-worker.ts'
import { freePort } from '../../tools/run/sqld.ts'
import { type Stack, startStack } from '../../tools/run/stack.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { allLoaded } from './all-loaded.ts'
import { sendNewerValues } from './newer-values.ts'
import { PAGES } from './pages.ts'
import { fillIfEmpty } from './portal.ts'
import { publishVariant } from './remote-variants.ts'
import { newBookkeeper, newClient, onServer, openAs, signedIn } from './users.ts'

/**
 * A new value of an enum in a response is a minor version of the contract, so remotes that were built before it stay
 * live. Uses a portal of its own, whose contract has a new field type and is one minor version ahead of the remotes.
 */

const CLIENT = DEMO_CLIENTS[0]?.email ?? ''
/** Says who a person is. */
const ROLE = ['role']
/** Decide what a page shows. */
const STATUSES = [...ROLE, 'status', 'assignment_status']

const folder = mkdtempSync(join(tmpdir(), 'portal-newer-'))
const data = join(folder, 'data')
let portal: Stack

/** Copies the built worker with one more field type. @returns the path of the copy */
function newerWorker(): string {
  const known = '"download-reupload":{holds:"files",seconds:300}}'
  const script = readFileSync(DEVELOPMENT_BUNDLE, 'utf8')
  expect(script.split(known)).toHaveLength(2)
  const bundle = join(folder, 'worker.js')
  writeFileSync(bundle, script.replace(known, known.replace(/}$/, ',signature:{holds:"text",seconds:20}}')))
  return bundle
}

/** Copies the built shell with the next minor version of the contract. @returns the folder of the copy */
function newerShell(): string {
  const shell = join(folder, 'shell')
  cpSync(join(ROOT, 'shell/dist'), shell, { recursive: true })
  const facts = JSON.parse(readFileSync(join(shell, 'shell.json'), 'utf8')) as { contract: string }
  const [major, minor] = facts.contract.split('.').map(Number)
  writeFileSync(join(shell, 'shell.json'), JSON.stringify({ ...facts, contract: `${major}.${Number(minor) + 1}.0` }))
  return shell
}

test.beforeAll(async () => {
  mkdirSync(data)
  fillIfEmpty(data)
  const vars = { PASSWORD_HASH_COST: 'minimal' }
  const [bundle, shell] = [newerWorker(), newerShell()]
  portal = await startStack({ data, port: await freePort(), bundle, shell, vars, floodLimit: 1_000_000 })
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

test('shows a new field type as text in remotes that were built before it @desk', async ({ context, page: other }) => {
  const { url } = portal
  for (const name of ['mf-client-portal', 'mf-review', 'mf-workforms'])
    await publishVariant({ url, data }, name, '9.0.0', (text) => text)
  const bookkeeper = await newBookkeeper(url)
  const field = { id: 'sign', name: 'Agreed by', section: 'Signing', type: 'signature', required: true }
  const client = await newClient(url, bookkeeper, 'Engagement letter', [field])
  const page = await openAs(context, url, client.email, `/client-dashboard?section=${client.sections.get('Signing')}`)
  await page.getByRole('textbox', { name: 'Agreed by' }).fill('Priya Raman')
  await page.getByRole('button', { name: 'Submit Section' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All done')).toBeVisible()
  expect(await onServer(client, 'Signing')).toEqual({ sign: 'Priya Raman' })
  const office = await openAs(other.context(), url, bookkeeper.email, '/workforms', 'bookkeeper')
  await office.goto(`${url}/form-submissions?workform=${client.workformId}&client=${client.id}`)
  await expect(office.getByText('Priya Raman').last()).toBeVisible()
  await office.goto(`${url}/workforms`)
  await office.getByRole('button', { name: 'Edit Engagement letter' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Agreed by' }).last()).toContainText('Short text')
})

/** Opens each page and fails when a part of it cannot be shown. */
async function visit(page: Page, paths: readonly string[]): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (/^\w*Error: /.test(message.text())) errors.push(`${page.url()}: ${message.text()}`)
  })
  for (const path of paths) {
    await page.goto(portal.url + path)
    await page.waitForLoadState('networkidle')
    await allLoaded(page)
    expect(await page.locator('body').innerText(), path).not.toMatch(
      /\bundefined|could not be (?:shown|loaded)|went wrong/,
    )
  }
  expect(errors).toEqual([])
}

/** Where pages of the demo data's first client are, and how to open them. */
async function demoPages(): Promise<{ bookkeeper: string[]; client: string[] }> {
  const { url } = portal
  const client = await signedIn(url, CLIENT, 'client', DEMO_PASSWORD)
  interface Listed {
    items: { workform_id: string; sections: { assignment_id: string }[] }[]
  }
  const { items } = await client.request<Listed>('GET', '/portal/workforms')
  const id = client.session.user.client_id ?? ''
  return {
    bookkeeper: [
      `/clients?client=${id}`,
      ...items.map(({ workform_id: workform }) => `/form-submissions?workform=${workform}&client=${id}`),
    ],
    client: items
      .flatMap(({ sections }) => sections)
      .map(({ assignment_id }) => `/client-dashboard?section=${assignment_id}`),
  }
}

for (const [title, pages, kept] of [
  ['every value of an enum is new', PAGES, ROLE],
  [
    'every value but the statuses is new',
    { bookkeeper: ['/form-submissions'], client: ['/client-dashboard'] },
    STATUSES,
  ],
] as const) {
  test(`shows all pages when ${title} @desk`, async ({ context, page: other }) => {
    const details = await demoPages()
    const bookkeeper = [DEMO_BOOKKEEPER.email, '/dashboard', 'bookkeeper', DEMO_PASSWORD] as const
    const office = await openAs(context, portal.url, ...bookkeeper)
    await sendNewerValues(office, portal.url, kept)
    await visit(office, [...pages.bookkeeper, ...details.bookkeeper])
    const page = await openAs(other.context(), portal.url, CLIENT, '/client-dashboard', 'client', DEMO_PASSWORD)
    await sendNewerValues(page, portal.url, kept)
    await visit(page, [...pages.client, ...details.client])
  })
}
