import { expect, type Locator, type Page } from '@playwright/test'
import { WAIT_LIMIT_MS } from '../../worker/contract/src/testing/wait-limit.ts'
import { allLoaded, BUSY } from './all-loaded.ts'

/** Presses all buttons of a page, so that whatever they open is tested without a list of it. */

/** What lies over the page, and closes with Escape. */
export const OPEN = '[role=dialog]:popover-open, dialog:modal'

/**
 * Runs in the page: marks the next button that is not in `seen`, and returns its name, without what it is about: "All"
 * for "All of Priya Raman". Of the items of a list it finds only the first ones, and of their buttons only those that
 * begin with another word.
 */
function markNext(seen: readonly string[]): string | undefined {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  for (const marked of document.querySelectorAll<HTMLElement>('[data-next]')) delete marked.dataset['next']
  for (const button of top.querySelectorAll<HTMLElement>('button:enabled, summary')) {
    const isListed = button.closest('li, tr, article') !== null
    const isFarDown = button.closest(':is(li, tr, article):nth-child(n + 4)') !== null
    if (isFarDown || !button.checkVisibility() || button.getAttribute('aria-disabled') === 'true') continue
    const label = (button.getAttribute('aria-label') ?? button.innerText).trim().replaceAll(/\d+/g, 'n')
    const name = label.split(isListed ? /\s/ : ' of ')[0] ?? ''
    // Signing out would end the session.
    if (name === '' || seen.includes(name) || /^sign out/i.test(label)) continue
    button.dataset['next'] = ''
    return name
  }
  return undefined
}

const rendered = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Returns a function that resolves when a page has received and shown everything that it has asked for. */
function followRequests(page: Page): (isOnline: boolean) => Promise<void> {
  const waiting = new Set<unknown>()
  page.on('request', (request) => ['script', 'fetch', 'xhr'].includes(request.resourceType()) && waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return async (isOnline) => {
    // The page learns a little later that it is online, and asks only then for what it has waited for.
    await page.waitForFunction((expected) => navigator.onLine === expected, isOnline)
    await rendered(page)
    await expect.poll(() => waiting.size, { intervals: [25] }).toBe(0)
    if (isOnline) await allLoaded(page)
    await rendered(page)
  }
}

/** Opens pages and presses their buttons, each without a connection first. */
export class Presser {
  readonly #page: Page
  readonly #visit: (name: string, overlay: Locator) => Promise<void>
  readonly #settled: (isOnline: boolean) => Promise<void>
  readonly #open: Locator
  /** Names of the buttons that were pressed, on any page. */
  readonly #seen: string[] = []

  /** `visit` is called with the name of the button that has opened something. */
  constructor(page: Page, visit: (name: string, overlay: Locator) => Promise<void>) {
    this.#page = page
    this.#visit = visit
    this.#settled = followRequests(page)
    this.#open = page.locator(OPEN)
  }

  /** Opens a page, and returns how many overlays it has. */
  async #start(url: string): Promise<number> {
    await this.#page.context().setOffline(false)
    await this.#page.goto(url)
    await expect(this.#page.getByRole('heading').first()).toBeVisible()
    await this.#settled(true)
    return this.#open.count()
  }

  /**
   * Presses the next button while `overlays` are open, without a connection, which then comes back if anything waits
   * for it. Returns the name of the button, or undefined if there is none.
   */
  async #pressNext(overlays: number): Promise<string | undefined> {
    const opener = this.#page.locator('[data-next]')
    let name: string | undefined
    let isOpener = false
    await this.#page.context().setOffline(true)
    await expect(async () => {
      name = await this.#page.evaluate(markNext, this.#seen)
      if (name === undefined) return
      isOpener = (await opener.getAttribute('aria-haspopup', { timeout: 2000 })) === 'dialog'
      // Repeated, since what arrives meanwhile may replace the button.
      await opener.click({ timeout: 2000 })
    }, 'a button can be pressed').toPass({ timeout: WAIT_LIMIT_MS })
    if (name !== undefined) this.#seen.push(name)
    await this.#settled(false)
    const opens = isOpener || (await this.#open.count()) > overlays
    if (!opens && (await this.#page.locator(BUSY).count()) === 0) return name
    await this.#page.context().setOffline(false)
    // What has waited for its code disappears, and comes back with it.
    const complete = this.#open.filter({ hasNotText: 'Not available offline' })
    if (opens) await expect.poll(() => complete.count(), `${name} opens`).toBeGreaterThan(overlays)
    await this.#settled(true)
    return name
  }

  /** Expects the focus where it was before something opened, unless that is gone, such as the item of a menu. */
  async #focusIsBack(name: string | undefined): Promise<void> {
    const opener = this.#page.locator('[data-next]')
    if (await opener.isVisible()) await expect(opener, `the focus after ${name}`).toBeFocused()
  }

  /** Presses each new button of a page, and of what these show in the page. */
  async pressAll(url: string): Promise<void> {
    let overlays = await this.#start(url)
    for (let isReloaded = true; ; ) {
      const name = await this.#pressNext(overlays)
      if (name === undefined && isReloaded) return
      isReloaded = name === undefined
      if ((await this.#open.count()) > overlays) {
        await this.#visit(name ?? '', this.#open.last())
        await this.#page.keyboard.press('Escape')
        await expect(this.#open, `Escape after ${name}`).toHaveCount(overlays)
        await this.#focusIsBack(name)
      } else if (isReloaded || new URL(this.#page.url()).pathname !== new URL(url).pathname)
        overlays = await this.#start(url)
      else overlays = await this.#open.count()
    }
  }
}
