import { gzipSync } from 'node:zlib'
import { openContext, type Viewer } from '../browser.ts'
import type { FilledSite } from '../setup/setups.ts'

/** Measures the scripts that a page loads from a folder of the site, in kB, gzipped. */
export const scripts =
  (viewer: Viewer, path: string, folder: string) =>
  async ({ site, browser }: FilledSite): Promise<{ size: number; files: number }> => {
    await using context = await openContext(browser, site, viewer)
    const page = await context.newPage()
    const bodies: Promise<Buffer>[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith(folder) && pathname.endsWith('.js')) bodies.push(response.body())
    })
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).byteLength / 1000)
    return { size: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length }
  }
