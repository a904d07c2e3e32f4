import { describe, expect, it } from 'vitest'
import { logEntryOf } from '../../testing/log-entries.ts'
import { portalUrl, stranger } from '../../testing/portal.ts'
import { newRemote, publish } from '../../testing/remotes.ts'
import { wantsPage } from './serve-page.ts'

const headers = { accept: 'text/html' }

it('forbids framing of pages and does not serve page templates', async () => {
  for (const path of ['/', '/clients', '/nowhere', '/api/docs']) {
    const page = await stranger.fetch(path, { headers })
    expect(page.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    await page.body?.cancel()
  }
  for (const path of ['/shell.html', '/shell.json'])
    expect((await stranger.fetch(path, { headers })).status, path).toBe(404)
})

describe('a page', () => {
  const ask = (path: string, init: RequestInit) => fetch(new URL(path, portalUrl), { redirect: 'manual', ...init })

  it('is served for GET and HEAD to browsers and to clients that accept any type', async () => {
    const paths = ['/', '/client-setup?token=x', '/client-auth', '/dashboard', '/profile/audit', '/chat/']
    const types = ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/*']
    const requests = paths.flatMap((path) =>
      types.flatMap((accept) => ['GET', 'HEAD'].map((method) => ({ path, accept, method }))),
    )
    const checkPage = async ({ path, accept, method }: (typeof requests)[number]): Promise<void> => {
      const page = await ask(path, { method, headers: { accept } })
      expect([page.status, page.headers.get('content-type')], `${method} ${path} ${accept}`).toEqual([
        200,
        'text/html; charset=UTF-8',
      ])
      expect((await page.text()).includes('<title>Portal</title>')).toBe(method === 'GET')
    }
    await Promise.all(requests.map(checkPage))
  })

  it('takes at most two queries when the builds of several remotes were not read before', async () => {
    const remotes = await Promise.all(Array.from({ length: 4 }, () => newRemote()))
    await Promise.all(remotes.map((remote) => publish(remote)))
    const page = await ask('/dashboard', { headers })
    expect((await logEntryOf(page)).reads).toBeLessThanOrEqual(2)
    const html = await page.text()
    for (const { name } of remotes) expect(html).toContain(`/remotes/${name}/1.0.0/remoteEntry`)
  })

  it('is opened after a form of shared files that no service worker has taken', async () => {
    const body = new FormData()
    body.append('files', new File(['%PDF-1.4'], 'May.pdf'))
    const response = await ask('/share', { method: 'POST', body, headers: { 'sec-fetch-site': 'none' } })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/share'])
  })

  it('is the 404 page for unknown paths, but not for the API, missing files and subresources', async () => {
    for (const path of ['/nowhere', '/server-status', '/profile/nothing', '/client-setup/more']) {
      const page = await ask(path, { headers: { accept: '*/*' } })
      expect([page.status, (await page.text()).includes('<title>Portal</title>')], path).toEqual([404, true])
    }
    for (const path of [
      '/api/nowhere',
      '/assets/gone',
      '/assets/gone.js',
      '/remotes/x/1.0.0/x.js',
      '/dev/nowhere',
      '/favicon.ico',
      '/.env',
    ]) {
      const missing = await ask(path, { headers: { accept: '*/*' } })
      expect([missing.status, (await missing.text()).includes('<html')], path).toEqual([404, false])
    }
    expect([wantsPage('/clients', 'image/avif,image/webp', undefined), wantsPage('/clients', '*/*', 'script')]).toEqual(
      [false, false],
    )
  })
})
