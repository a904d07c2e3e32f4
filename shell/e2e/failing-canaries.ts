import { type Browser, type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { stopCanary } from '../../tools/publish/canary-api.ts'
import type { Portal } from './portal.ts'
import { canaryVariant, tokenOf } from './remote-variants.ts'
import { openAs, type Person } from './users.ts'

/** Canaries that fail, and the browsers of the people who get them. */

export type Edit = Parameters<typeof canaryVariant>[4]

/** Makes a build throw where it renders a text, as soon as the page is told to. */
export const fragile =
  (text: string): Edit =>
  (script) =>
    script.replaceAll(`"${text}"`, `(globalThis.crash?.(),"${text}")`)
export const crash = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const fail = (): never => {
      throw new Error('broken')
    }
    Object.assign(globalThis, { crash: fail })
  })

/** A running canary of one person. */
interface Canary {
  name: string
  version: string
  person: Person
}

/** A person's browser. */
interface Visit {
  context: BrowserContext
  page: Page
  /** Whether an error was shown since the last page load. */
  sawError: () => Promise<boolean>
  /** The number of page loads. */
  loads: () => number
}

/** Files of a canary, and how requests for them are answered. */
export type Fault = [files: string, answer: (route: Route) => Promise<unknown>]

/** Runs in the page: notes whether an error was ever on screen. */
function watchErrors(): void {
  new MutationObserver(() => {
    if (document.body?.textContent.includes('could not be loaded')) Object.assign(globalThis, { sawError: true })
  }).observe(document, { childList: true, subtree: true })
}
export const sawError = (page: Page): Promise<boolean> => page.evaluate(() => 'sawError' in globalThis)

/** The canaries of a portal, one at a time. */
export class FailingCanaries {
  readonly #portal: Portal
  #count = 0
  #running: Canary | undefined

  constructor(portal: Portal) {
    this.#portal = portal
  }

  /** Gives a variant of a remote to one person. */
  async give(
    name: string,
    person: Person,
    edit: Edit,
    place: Parameters<typeof canaryVariant>[5] = {},
  ): Promise<Canary> {
    this.#count += 1
    const version = `9.${this.#count}.0`
    await canaryVariant(this.#portal, name, version, { for: [person.email] }, edit, place)
    this.#running = { name, version, person }
    return this.#running
  }

  /** Stops the running canary, if there is one. */
  async stop(): Promise<void> {
    if (!this.#running) return
    const { name, version } = this.#running
    this.#running = undefined
    await stopCanary({ url: this.#portal.url, token: tokenOf(this.#portal, name) }, name, { version })
  }

  /** Opens a page in a new browser, signed in as the person who gets the canary. */
  async open(
    browser: Browser,
    { name, version, person }: Canary,
    path: string,
    role: 'bookkeeper' | 'client' = 'bookkeeper',
    fault?: Fault,
  ): Promise<Visit> {
    const { url } = this.#portal
    const context = await browser.newContext({ baseURL: url })
    await context.addInitScript(watchErrors)
    if (fault) await context.route(`**/remotes/${name}/${version}/${fault[0]}`, fault[1])
    let loads = 0
    const count = (page: Page): void => {
      if (new URL(page.url()).pathname !== '/icon.svg') loads += 1
    }
    context.on('page', (page) => page.on('load', count))
    const page = await openAs(context, url, person.email, path, role)
    return { context, page, sawError: () => sawError(page), loads: () => loads }
  }
}

/** Expects that the registry no longer gives this person the canary. */
export const expectLeftOut = ({ context }: Visit, { name, version }: Canary): Promise<void> =>
  expect
    .poll(async () => {
      const { remotes } = (await (await context.request.get('/api/remotes')).json()) as {
        remotes: { name: string; version: string }[]
      }
      return remotes.find((remote) => remote.name === name)?.version
    })
    .not.toBe(version)

/** Expects that the registry and a page load give this person the live version. */
export async function expectLive(visit: Visit, canary: Canary): Promise<void> {
  const { page } = visit
  const { name, version } = canary
  await expectLeftOut(visit, canary)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.reload()
  await expect(page.locator('[data-remote]')).toBeVisible()
  expect(requested.filter((address) => address.includes(`/remotes/${name}/${version}/`))).toEqual([])
  expect(await visit.sawError()).toBe(false)
}
