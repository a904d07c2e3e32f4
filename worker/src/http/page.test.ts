import { expect, it } from 'vitest'
import { stranger } from '../testing/portal.ts'

const headers = { accept: 'text/html' }

it('no page may be framed, and what pages are written from is none', async () => {
  for (const path of ['/', '/clients', '/nowhere', '/api/docs']) {
    const page = await stranger.fetch(path, { headers })
    expect(page.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    await page.body?.cancel()
  }
  for (const path of ['/shell.html', '/shell.json']) expect((await stranger.fetch(path, { headers })).status, path).toBe(404)
})
