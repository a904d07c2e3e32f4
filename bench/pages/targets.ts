import type { Session } from '@portal/contract/auth'
import type { Locator, Page } from '@playwright/test'
import { CLIENTS, type Visited } from './people.ts'

/** Something that a person does on a page. The names of all that is pressed are the same on the minimal page. */
export interface Step {
  name: string
  act: (page: Page) => Promise<void>
}

/** A page that is measured. */
export interface Target {
  name: string
  path: (portal: Visited) => string
  session: (portal: Visited) => Session | undefined
  viewport: { width: number; height: number }
  /** What is there when the page is of use. */
  useful: { selector: string; text: string }
  steps: readonly Step[]
}

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }

const typed = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label).first().pressSequentially(text, { delay: 40 })

/** Resolves when what is to be painted has been. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

/**
 * Presses as a hand does: the pointer is there before the button goes down, and the button is held for longer than a frame. `Locator.click` moves, presses
 * and lets go at once, so that all three share a frame and the way between two processes counts, and has a listener of its own in the page, which tests
 * what lies under the pointer: 7 to 10 ms of each press that the page has no part in.
 */
async function pressOn(page: Page, what: Locator): Promise<void> {
  await what.hover()
  await painted(page)
  await page.mouse.down()
  await painted(page)
  await page.mouse.up()
}
const press = (page: Page, name: string | RegExp): Promise<void> =>
  pressOn(page, page.getByRole('button', { name }).first())

/** The pages that issue figures are given for. */
export const TARGETS: readonly Target[] = [
  {
    name: 'Sign-in',
    path: () => '/',
    session: () => undefined,
    viewport: DESK,
    useful: { selector: 'main form', text: 'Password' },
    steps: [
      { name: 'typing', act: (page) => typed(page, 'Email', 'ada@') },
      { name: 'Sign Up', act: (page) => press(page, 'Sign Up') },
      { name: 'Sign In', act: (page) => press(page, 'Sign In') },
    ],
  },
  {
    name: 'Dashboard',
    path: () => '/dashboard',
    session: (portal) => portal.bookkeeper,
    viewport: DESK,
    useful: { selector: 'main', text: CLIENTS.toLocaleString('en-US') },
    steps: [
      { name: 'opening the bell', act: (page) => press(page, /^Notifications/) },
      { name: 'closing it', act: (page) => page.keyboard.press('Escape') },
      { name: 'folding the sidebar', act: (page) => press(page, 'Toggle Sidebar') },
    ],
  },
  {
    name: `Clients, ${CLIENTS.toLocaleString('en-US')} rows`,
    path: () => '/clients',
    session: (portal) => portal.bookkeeper,
    viewport: DESK,
    useful: { selector: 'main tbody', text: `client${CLIENTS - 1}@example.com` },
    steps: [
      {
        name: 'searching',
        act: async (page) => {
          await typed(page, 'Search clients...', 'uma')
          await page.locator('main tbody tr', { hasText: 'Tess' }).first().waitFor({ state: 'detached' })
        },
      },
      {
        name: 'sorting',
        // A row that moves while it is pressed gets no click: the next step starts on the sorted list.
        act: async (page) => {
          await pressOn(page, page.locator('main thead button').first())
          await page.locator('main tbody tr:has-text("Uma Abbott"):first-child').waitFor()
        },
      },
      {
        name: 'opening a client',
        act: async (page) => {
          await pressOn(page, page.locator('main tbody button').first())
          await page.getByRole('dialog').waitFor()
        },
      },
      { name: 'closing it', act: (page) => page.keyboard.press('Escape') },
    ],
  },
  {
    name: "Client's form",
    path: (portal) => `/client-dashboard?section=${portal.section}`,
    session: (portal) => portal.client,
    viewport: PHONE,
    useful: { selector: 'main form', text: 'Anything else' },
    steps: [
      { name: 'typing', act: (page) => typed(page, 'Legal name', 'Abbott') },
      { name: 'typing a longer text', act: (page) => typed(page, 'Anything else', 'We moved') },
      { name: 'choosing', act: (page) => pressOn(page, page.getByRole('checkbox', { name: 'Payroll', exact: true })) },
      { name: 'submitting too early', act: (page) => press(page, 'Submit Section') },
    ],
  },
]
