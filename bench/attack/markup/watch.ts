import { cleanLine } from '@portal/contract/text'
import type { BrowserContext, Locator } from '@playwright/test'
import type { Trial } from '../lib/attack.ts'
import { shownTexts } from './firm.ts'

/** How a desktop and a phone show a page. */
export const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 780 }

/** Rounds of opening closed elements, which are nested: a card contains a section, which contains a history. */
const ROUNDS = 3

/** Texts of markup that were seen on a page. */
export const seenTexts = new Set<string>()

/** A page that is watched for scripts that run, requests to other sites, and violations of its policy. */
export type Watch = Awaited<ReturnType<typeof watchPage>>

/** Opens a page to watch. */
export async function watchPage(context: BrowserContext, t: Trial, url: string) {
  const page = await context.newPage()
  const noticed: string[] = []
  page.on('dialog', (dialog) => {
    noticed.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => noticed.push(`an error: ${error.message}`))
  page.on('console', (message) => {
    if (/content.security.policy|refused to|trusted ?type|react error|react child/i.test(message.text()))
      noticed.push(`a message: ${message.text().slice(0, 160)}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== url) noticed.push(`a request to ${request.url()}`)
  })

  /** Expects that all markup on the page is text, and notes which texts are shown. */
  const look = async (where: string): Promise<void> => {
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
    const { text, signs } = await page.evaluate(inspect)
    const shown = cleanLine(text)
    for (const expected of shownTexts.keys()) if (shown.includes(cleanLine(expected))) seenTexts.add(expected)
    signs.push(...noticed.splice(0))
    t.check(signs.length === 0, `${where}: ${[...new Set(signs)].join('; ').slice(0, 300)}`)
  }

  /** Opens what is closed. What was opened before may need a moment to load. @returns whether anything was closed */
  const opensMore = (): Promise<boolean> =>
    page.waitForFunction(openClosed, undefined, { timeout: 2000 }).then(Boolean, () => false)

  /** Opens a page and everything that is closed on it, on a desktop and on a phone. */
  const visit = async (path: string): Promise<void> => {
    await page.goto(url + path)
    await isShown(page.getByRole('heading').first(), 20_000)
    await look(path)
    for (let round = 0; round < ROUNDS && (await opensMore()); round++) await look(`${path}, opened`)
    await page.setViewportSize(PHONE)
    const fits = await page.waitForFunction(isFitting, undefined, { timeout: 3000 }).then(Boolean, () => false)
    t.check(fits, `${path} is wider than a phone`)
    await look(`${path} on a phone`)
    await page.setViewportSize(DESKTOP)
  }
  return { page, look, visit }
}

const isShown = (element: Locator, timeout: number): Promise<boolean> =>
  element.waitFor({ timeout }).then(
    () => true,
    () => false,
  )

/** Opens the dialogs behind the buttons of a page, one for each verb. */
export async function openDialogs({ page, look }: Watch, where: string): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
  for (const verb of ['edit', 'delete', 'remove', 'preview', 'decline', 'history', 'assign', 'new', 'undo']) {
    const buttons = page.locator('main').getByRole('button', { name: new RegExp(`^${verb}`, 'i') })
    if (!(await buttons.first().isVisible())) continue
    await buttons
      .first()
      .click({ timeout: 3000 })
      .catch(() => undefined)
    if (!(await isShown(dialog, 1500))) continue
    await look(`${where}, ${verb}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden', timeout: 1500 }).catch(() => undefined)
  }
}

// The functions below run in the page.

function openClosed(): number {
  const closed = document.querySelectorAll<HTMLElement>(
    'main [aria-expanded="false"]:not([aria-haspopup]):not([role="combobox"]), details:not([open]) > summary',
  )
  for (const element of closed) element.click()
  return closed.length
}

const isFitting = (): boolean => document.documentElement.scrollWidth <= document.documentElement.clientWidth

/** Returns all text of the page, and signs of markup that became elements, links, styles or scripts. */
function inspect(): { text: string; signs: string[] } {
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
  const elements = all(
    'img[src="x"], svg[onload], [onerror], [onload], [onclick], [onmouseover], iframe[srcdoc],' +
      'body script:not([type="application/json"]):not([src])',
  )
  // A web address in a message becomes a link to exactly that address.
  const isTyped = (a: HTMLAnchorElement): boolean =>
    /^https?:$/.test(a.protocol) &&
    URL.canParse(a.innerText) &&
    a.href === new URL(a.innerText).href &&
    a.relList.contains('noreferrer')
  const links = all<HTMLAnchorElement>('a[href]').filter(
    (a) => !/^(mailto|tel|otpauth|blob):$/.test(a.protocol) && a.origin !== location.origin && !isTyped(a),
  )
  const styles = all('style').filter((style) => style.textContent.includes('evil.example'))
  const { ran = [] } = window as { ran?: number[] }
  const values = all<HTMLInputElement>('input, textarea').map((input) => input.value)
  const options = all('option').map((option) => option.textContent)
  return {
    text: [document.body.innerText, ...values, ...options].join('\n'),
    signs: [
      ...[...elements, ...links, ...styles].map((element) => `an element: ${element.outerHTML.slice(0, 120)}`),
      ...ran.map((n) => `script ${n} ran`),
    ],
  }
}
