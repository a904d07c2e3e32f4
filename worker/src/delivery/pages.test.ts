import { expect, it } from 'vitest'
import { operatorUrl, portalUrl } from '../testing/portal.ts'
import { ENTRY, newRemote, publish } from '../testing/remotes.ts'

/** The two origins: what each serves besides the API, whose routes the access test covers. */

const ask = (origin: string, path: string, init: RequestInit = {}) =>
  fetch(new URL(path, origin), { redirect: 'manual', headers: { accept: 'text/html' }, ...init })

it('serves the operator page at its own origin only, without remotes', async () => {
  const page = await ask(operatorUrl, '/remotes?name=mf-clients')
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('<title>Operators</title>')
  expect(html).toContain(`<script type="application/json" id="portal-origin">"${portalUrl}"</script>`)
  expect(html).not.toContain('id="remotes"')
  expect(page.headers.get('clear-site-data')).toBe('"storage"')
  const start = await ask(operatorUrl, '/')
  expect([start.status, start.headers.get('location')]).toEqual([302, '/remotes'])
  const moved = await ask(portalUrl, '/remotes?name=mf-clients')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, `${operatorUrl}/remotes?name=mf-clients`])
})

it('serves neither pages of the portal nor files and previews of remotes to operators', async () => {
  const remote = await newRemote()
  await publish(remote)
  const { url } = (await (await remote.call('POST', '/versions/1.0.0/preview', '{}')).json()) as { url: string }
  const { origin, pathname, search } = new URL(url)
  expect(origin).toBe(operatorUrl)
  const file = `/remotes/${remote.name}/1.0.0/${ENTRY}`
  for (const path of ['/dashboard', '/client-auth', `/${remote.name}`, file, '/dev/mailbox', '/nowhere']) {
    const there = await ask(operatorUrl, path)
    expect([path, there.status, await there.text()]).toEqual([path, 404, 'not found'])
  }
  for (const path of ['/remotes', pathname + search, '/share'])
    expect((await ask(operatorUrl, path, { method: 'POST' })).status).toBe(404)
  expect((await ask(portalUrl, file)).status).toBe(200)
  // The question before a preview is asked here, and its form sent to the portal.
  const question = await ask(operatorUrl, pathname + search)
  expect(question.headers.get('content-security-policy')).toContain(`; form-action ${portalUrl};`)
  expect(question.headers.get('referrer-policy')).toBe('strict-origin')
  expect(await question.text()).toContain(`action="${portalUrl}${pathname}${search}"`)
  const moved = await ask(portalUrl, pathname + search)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, url])
})
