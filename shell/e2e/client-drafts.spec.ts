import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { browserPath } from './browser.ts'
import { startPortal } from './portal.ts'
import { newBookkeeper, newClient, onServer, openAs } from './work.ts'

/** Nothing typed more than two seconds ago is lost, whatever is killed: the browser, the worker, the database. */

const FIELDS = [
  { id: 'name', name: 'Legal name', section: 'Business' },
  { id: 'about', name: 'What you do', section: 'Business', type: 'long-text' },
]

/** What the browser has on disk of the drafts. */
const journal = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opened = indexedDB.open('portal.drafts')
        opened.onerror = () => reject(opened.error ?? new Error('no database'))
        opened.onsuccess = () => {
          const read = opened.result.transaction('drafts').objectStore('drafts').getAll()
          read.onsuccess = () => {
            opened.result.close()
            resolve(JSON.stringify(read.result))
          }
        }
      }),
  )

/** Pids of a process and all below it. */
function treeOf(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (pid: number): number[] =>
    rows.filter(([, ppid]) => ppid === pid).flatMap(([child = 0]) => [child, ...below(child)])
  return [root, ...below(root)]
}

/** Pids whose command line names this browser profile. */
function browserOf(profile: string): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,args=', '-ww'], { encoding: 'utf8' }).split('\n')
  return rows.filter((row) => row.includes(`--user-data-dir=${profile}`)).map((row) => Number.parseInt(row, 10))
}

const openProfile = async (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })

const form = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Continue: Business' }).click()
  await expect(page.getByLabel('Legal name')).toBeVisible()
}

test('a browser that is killed offline, in the middle of typing, has everything again', async () => {
  test.setTimeout(180_000)
  const url = process.env['PORTAL_URL'] ?? ''
  const client = await newClient(url, await newBookkeeper(url), 'Onboarding', FIELDS)
  const profile = mkdtempSync(join(tmpdir(), 'portal-profile-'))
  const context = await openProfile(profile)
  const page = await openAs(context, url, client.email)
  await form(page)
  const address = page.url()
  await page.getByLabel('Legal name').fill('Saffron')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // The session has to have reached the disk as well: this test is not about signing in again.
  await context.storageState()
  await context.setOffline(true)
  await page.getByLabel('What you do').pressSequentially('Food and joy')
  await expect.poll(() => journal(page)).toContain('Food and joy')
  for (const pid of browserOf(profile)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => browserOf(profile)).toEqual([])
  const again = await openProfile(profile)
  // What was not typed, but stored by the browser, may be gone: signed in anew, the answers are there.
  const back = await openAs(again, url, client.email, new URL(address).pathname + new URL(address).search)
  await expect(back.getByLabel('What you do')).toHaveValue('Food and joy')
  await expect.poll(() => onServer(client, 'Business')).toEqual({ name: 'Saffron', about: 'Food and joy' })
  await again.close()
  rmSync(profile, { recursive: true, force: true })
})

test('worker and database are killed while one types, and come back: the page sends what they missed', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const portal = await startPortal()
  const client = await newClient(portal.url, await newBookkeeper(portal.url), 'Onboarding', FIELDS)
  const page = await openAs(await browser.newContext(), portal.url, client.email)
  await form(page)
  await page.getByLabel('Legal name').fill('Typed before')
  await expect.poll(() => onServer(client, 'Business')).toMatchObject({ name: 'Typed before' })
  const ended = new Promise((resolve) => portal.process.once('exit', resolve))
  await page.getByLabel('What you do').pressSequentially('Typed into ')
  for (const pid of treeOf(portal.process.pid ?? 0)) process.kill(pid, 'SIGKILL')
  await page.getByLabel('What you do').pressSequentially('the dark')
  await ended
  await expect(page.getByText('Saved on this device')).toBeVisible()
  const again = await startPortal(portal.data, Number(new URL(portal.url).port))
  // What was acknowledged is there at once; what was not follows by itself.
  expect(await onServer(client, 'Business')).toMatchObject({ name: 'Typed before' })
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await onServer(client, 'Business')).toEqual({ name: 'Typed before', about: 'Typed into the dark' })
  await page.context().close()
  await again.stop()
  rmSync(portal.data, { recursive: true, force: true })
})
