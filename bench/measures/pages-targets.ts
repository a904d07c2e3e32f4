import type { Locator, Page } from '@playwright/test'
import { type Content, DESKTOP, PHONE, type Viewer } from '../browser.ts'
import { LONG_REVIEW, LONG_SECTION, QUESTIONS } from '../setup/long-section.ts'
import { CLIENTS } from '../setup/setups.ts'
import { SECTION } from '../setup/site.ts'

/** A page, and what people do there. */
export interface Target {
  name: string
  path: string
  viewer: Viewer
  viewport: { width: number; height: number }
  /** What the page shows when it is of use. */
  content: Content
  steps: Record<string, (page: Page) => Promise<void>>
}

const type = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label).first().pressSequentially(text, { delay: 40 })

/** Resolves after the next paint. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

/**
 * Presses like a person: the pointer arrives before the button goes down, and the button stays down for longer than a
 * frame. `Locator.click` does all of it in one frame, and its hit test adds 7 to 10 ms to each press.
 */
async function pressOn(page: Page, target: Locator): Promise<void> {
  await target.hover()
  await painted(page)
  await page.mouse.down()
  await painted(page)
  await page.mouse.up()
}
const press = (name: string | RegExp) => (page: Page) => pressOn(page, page.getByRole('button', { name }).first())
const escape = (page: Page): Promise<void> => page.keyboard.press('Escape')

async function search(page: Page): Promise<void> {
  await type('Search clients...', 'uma')(page)
  await page.locator('main tbody tr', { hasText: 'Tess' }).first().waitFor({ state: 'detached' })
}
async function sort(page: Page): Promise<void> {
  await pressOn(page, page.locator('main thead button').first())
  // A row that moves while it is pressed gets no click, so the next step needs the sorted list.
  await page.locator('main tbody tr:has-text("Uma Abbott"):first-child').waitFor()
}
async function openClient(page: Page): Promise<void> {
  await pressOn(page, page.locator('main tbody button').first())
  await page.getByRole('dialog').waitFor()
}

export const TARGETS: readonly Target[] = [
  {
    name: 'Sign-in',
    path: '/',
    viewer: 'signed out',
    viewport: DESKTOP,
    content: { selector: 'main form', text: 'Password' },
    steps: { type: type('Email', 'ada@'), 'sign up': press('Sign Up'), 'sign in': press('Sign In') },
  },
  {
    name: 'Dashboard',
    path: '/dashboard',
    viewer: 'bookkeeper',
    viewport: DESKTOP,
    content: { selector: 'main', text: CLIENTS.toLocaleString('en-US') },
    steps: {
      'open notifications': press(/^Notifications/),
      'close notifications': escape,
      'collapse sidebar': press('Toggle Sidebar'),
    },
  },
  {
    name: `Clients, ${CLIENTS.toLocaleString('en-US')} rows`,
    path: '/clients',
    viewer: 'bookkeeper',
    viewport: DESKTOP,
    content: { selector: 'main tbody', text: `client${CLIENTS - 1}@example.com` },
    steps: {
      search,
      sort,
      'open client': openClient,
      'close client': escape,
    },
  },
  {
    name: "Client's form",
    path: `/client-dashboard?section=${SECTION}`,
    viewer: 'client',
    viewport: PHONE,
    content: { selector: 'main form', text: 'Anything else' },
    steps: {
      type: type('Legal name', 'Abbott'),
      'type a long text': type('Anything else', 'We moved'),
      choose: (page) => pressOn(page, page.getByRole('checkbox', { name: 'Payroll', exact: true })),
      'submit too early': press('Submit Section'),
    },
  },
  {
    name: `Client's form, ${QUESTIONS} questions`,
    path: `/client-dashboard?section=${LONG_SECTION}`,
    viewer: 'client',
    viewport: PHONE,
    content: { selector: 'main form', text: `Question ${QUESTIONS}` },
    steps: {
      type: type('Question 1', 'Abbott'),
      'type a long text': type('Question 2', 'We moved'),
      'type at the end': type(`Question ${QUESTIONS}`, 'ada@'),
      'submit too early': press('Submit Section'),
    },
  },
  {
    name: `Review, ${QUESTIONS} answers`,
    path: LONG_REVIEW,
    viewer: 'bookkeeper',
    viewport: DESKTOP,
    content: { selector: 'main', text: `Question ${QUESTIONS}` },
    steps: {
      accept: press('Accept: Question 1'),
      flag: press('Flag: Question 2'),
      'type a reason': type('Note to the client', 'Too old'),
      'accept at the end': press(`Accept: Question ${QUESTIONS}`),
    },
  },
]
