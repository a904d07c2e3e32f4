import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { browserPath } from './browser.ts'
import { startPortal } from './portal.ts'
import { newBookkeeper, newClient, onServer, openAs } from './users.ts'
import { url } from './portal-test.ts'

/** Kills browser, worker and database while a client types. Input older than two seconds must survive. */

const FIELDS = [
  { id: 'name', name: 'Legal name', section: 'Business' },
  { id: 'about', name: 'What you do', section: 'Business', type: 'long-text' },
]

/** Returns the drafts that the browser has stored, as text. */
const storedDrafts = (page: Page): Promise<string> =>
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

/** Returns the ids of a process and its descendants. */
function processTree(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (pid: number): number[] =>
    rows.filter(([, ppid]) => ppid === pid).flatMap(([child = 0]) => [child, ...below(child)])
  return [root, ...below(root)]
}

/** Returns the ids of the browser processes of a profile. */
function browserProcesses(profile: string): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,args=', '-ww'], { encoding: 'utf8' }).split('\n')
  return rows.filter((row) => row.includes(`--user-data-dir=${profile}`)).map((row) => Number.parseInt(row, 10))
}

const openProfile = async (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    serviceWorkers: 'block',
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Continue: Business' }).click()
  await expect(page.getByLabel('Legal name')).toBeVisible()
}

test('restores all input when the browser is killed offline while the client types', async () => {
  const client = await newClient(url, await newBookkeeper(url), 'Onboarding', FIELDS)
  const profile = mkdtempSync(join(tmpdir(), 'portal-profile-'))
  const context = await openProfile(profile)
  const page = await openAs(context, url, client.email)
  await openForm(page)
  const address = page.url()
  await page.getByLabel('Legal name').fill('Saffron')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // Makes the browser write the session to disk.
  await context.storageState()
  await context.setOffline(true)
  await page.getByLabel('What you do').pressSequentially('Food and joy')
  await expect.poll(() => storedDrafts(page)).toContain('Food and joy')
  for (const pid of browserProcesses(profile)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => browserProcesses(profile)).toEqual([])
  const again = await openProfile(profile)
  // The browser may still have lost the session, so this signs in again.
  const back = await openAs(again, url, client.email, new URL(address).pathname + new URL(address).search)
  await expect(back.getByLabel('What you do')).toHaveValue('Food and joy')
  await expect.poll(() => onServer(client, 'Business')).toEqual({ name: 'Saffron', about: 'Food and joy' })
  await again.close()
  rmSync(profile, { recursive: true, force: true })
})

test('saves all input when worker and database restart while the client types', async ({ browser }) => {
  const portal = await startPortal()
  const client = await newClient(portal.url, await newBookkeeper(portal.url), 'Onboarding', FIELDS)
  const page = await openAs(await browser.newContext(), portal.url, client.email)
  await openForm(page)
  await page.getByLabel('Legal name').fill('Typed before')
  await expect.poll(() => onServer(client, 'Business')).toMatchObject({ name: 'Typed before' })
  const ended = new Promise((resolve) => portal.process.once('exit', resolve))
  await page.getByLabel('What you do').pressSequentially('Typed into ')
  for (const pid of processTree(portal.process.pid ?? 0)) process.kill(pid, 'SIGKILL')
  await page.getByLabel('What you do').pressSequentially('the dark')
  await ended
  await expect(page.getByText('Saved on this device')).toBeVisible()
  const again = await startPortal(portal.data, Number(new URL(portal.url).port))
  // Acknowledged input is on the server, and the rest follows automatically.
  expect(await onServer(client, 'Business')).toMatchObject({ name: 'Typed before' })
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await onServer(client, 'Business')).toEqual({ name: 'Typed before', about: 'Typed into the dark' })
  await page.context().close()
  await again.stop()
  rmSync(portal.data, { recursive: true, force: true })
})
