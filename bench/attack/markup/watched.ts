import type { Page } from '@playwright/test'
import type { Tally } from '../tally.ts'
import type { Markup } from './world.ts'

/** How large a page is on a desk. */
export const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 780 }

const FOLDED_MS = 3000

/** A page that is watched: what ran, what it asked of others, what its policy had to stop. */
export class Watched {
  readonly tally: Tally
  readonly page: Page
  private readonly url: string
  private readonly markup: Markup
  private readonly seen: Set<string>
  private signs: string[] = []

  constructor(page: Page, url: string, markup: Markup, seen: Set<string>, tally: Tally) {
    this.page = page
    this.url = url
    this.markup = markup
    this.seen = seen
    this.tally = tally
    page.on('dialog', (dialog) => {
      this.signs.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('pageerror', (error) => this.signs.push(`an error: ${error.message}`))
    page.on('console', (message) => {
      if (/content.security.policy|refused to|trusted ?type|react error|react child/i.test(message.text()))
        this.signs.push(`the policy had to stop: ${message.text().slice(0, 160)}`)
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== this.url) this.signs.push(`asked ${request.url()}`)
    })
  }

  /** Looks at what is shown now. */
  async look(where: string): Promise<void> {
    const found = await this.page.evaluate(looked)
    const texts = found.text.replace(/\s+/g, ' ')
    for (const text of this.markup.given.keys()) if (texts.includes(text.replace(/\s+/g, ' '))) this.seen.add(text)
    const signs = [...this.signs.splice(0), ...found.signs]
    this.tally.held(signs.length === 0, () => `${where}: ${[...new Set(signs)].join('; ').slice(0, 300)}`)
  }

  /** Whether it fits a telephone. */
  async fits(where: string): Promise<void> {
    await this.page.setViewportSize(NARROW)
    // The frame takes a moment to fold; what never fits sticks out afterwards, too.
    await this.page.waitForFunction(fitting, undefined, { timeout: FOLDED_MS }).catch(() => undefined)
    const { by, because } = await this.page.evaluate(wider)
    this.tally.held(by <= 0, () => `${where} is ${by} px wider than a telephone: ${because}`)
    await this.look(`${where}, narrow`)
    await this.page.setViewportSize(WIDE)
  }
}

const fitting = (): boolean => document.documentElement.scrollWidth <= document.documentElement.clientWidth

/** By how much a page is wider than its screen, and the innermost block that what is in it sticks out of. Runs in the page. */
function wider(): { by: number; because: string } {
  const { scrollWidth, clientWidth } = document.documentElement
  const out = [...document.body.querySelectorAll('*')].findLast(
    (e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'visible',
  )
  return { by: scrollWidth - clientWidth, because: out?.outerHTML.slice(0, 160) ?? '' }
}

/** What only markup that became elements leaves behind, and all text that is shown. Runs in the page. */
function looked(): { text: string; signs: string[] } {
  const planted = document.querySelectorAll(
    'img[src="x"], svg[onload], [onerror], [onload], [onclick], [onmouseover], iframe[srcdoc], body b[onmouseover], body script:not([type="application/json"]):not([src])',
  )
  // A web address in a message becomes a link that says where it leads, and tells nobody where it was.
  const isTyped = (a: HTMLAnchorElement): boolean =>
    /^https?:$/.test(a.protocol) &&
    URL.canParse(a.innerText) &&
    a.href === new URL(a.innerText).href &&
    a.relList.contains('noreferrer')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    (a) =>
      !['mailto:', 'tel:', 'otpauth:', 'blob:'].includes(a.protocol) && a.origin !== location.origin && !isTyped(a),
  )
  const styles = [...document.querySelectorAll('style')].filter((s) => s.textContent.includes('evil.example'))
  const ran = (window as unknown as { ran?: unknown[] }).ran ?? []
  const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((i) => i.value)
  const options = [...document.querySelectorAll('option')].map((o) => o.textContent)
  return {
    text: [document.body.innerText, ...values, ...options].join('\n'),
    signs: [
      ...[...planted].map((e) => `an element: ${e.outerHTML.slice(0, 120)}`),
      ...links.map((a) => `a link to ${a.href.slice(0, 120)}`),
      ...styles.map(() => 'a style'),
      ...ran.map((n) => `ran ${String(n)}`),
    ],
  }
}
