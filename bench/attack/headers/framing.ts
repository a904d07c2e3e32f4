import type { Browser } from '@playwright/test'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'
import { startOtherSite } from './other-site.ts'
import { PAGES } from './pages.ts'

/** The portal in another site's frames, as a real browser shows them. */
export async function framing(browser: Browser, { url }: { url: string }): Promise<Attack> {
  const tally = new Tally('the portal in frames of another site', 'frames')
  const paths = [
    ...PAGES,
    '/shell.html',
    '/api/health',
    '/api/files/x',
    '/api/downloads/x',
    '/remotes/preview?token=x',
    '//shell.html',
    '/%73hell.html',
  ]
  const evil = await startOtherSite(paths.map((path) => url + path))
  const page = await browser.newPage()
  try {
    await page.goto(evil.url, { waitUntil: 'load' })
    for (const frame of page.frames().slice(1)) {
      const seen = await frame
        .evaluate(() => ({ at: location.href, text: document.body?.innerText ?? '' }))
        .catch(() => ({ at: 'chrome-error:', text: '' }))
      tally.held(
        seen.at.startsWith('chrome-error:') || seen.at === 'about:blank',
        () => `${seen.at} is framed: ${seen.text.slice(0, 60)}`,
      )
    }
  } finally {
    await page.close()
    evil.stop()
  }
  return tally.attack()
}
