import { openBrowser } from '../browser.ts'
import { attack } from './lib/attack.ts'
import { signInPage } from './lib/people.ts'
import { goLive, newLiveRemote, startPreview } from './lib/remotes.ts'
import { drain, rawRequest, words } from './lib/requests.ts'

/**
 * What the scripts of a remote leave in a browser after they are gone. They have the origin of the portal, so scripts
 * that the attack runs in a page stand for them.
 */

const PREVIEW_END = '/remotes/preview/end'
const FORGETS = '"storage"'

/** Stores something in each kind of storage. Runs in the page. */
async function plant(): Promise<void> {
  localStorage.setItem('planted', 'x')
  await (await caches.open('planted')).put('/planted.js', new Response('x'))
  await navigator.serviceWorker.register('/service-worker.js')
  await new Promise((resolve) => {
    const opening = indexedDB.open('planted')
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve(undefined)
    })
  })
}

/** Returns the names of what is planted. Runs in the page. */
async function planted(): Promise<string[]> {
  const databases = (await indexedDB.databases()).map(({ name }) => `database ${name}`)
  const registrations = await navigator.serviceWorker.getRegistrations()
  return [
    ...Object.keys(localStorage).map((key) => `item ${key}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...databases,
    ...registrations.map(({ scope }) => `service worker ${scope}`),
  ].filter((name) => /planted|service worker/.test(name))
}

attack('files of remotes, uploads and pages as service workers', async (t, { url, withPages }) => {
  await withPages()
  const remote = await newLiveRemote()
  await t.accepts('going live', goLive(remote, '1.1.0'))
  const html = await drain(fetch(`${url}/clients`, { headers: { accept: 'text/html' } }))
  const [real = ''] = /\/remotes\/mf-clients\/[^"]+\.js/.exec(html) ?? []
  const own = `/remotes/${remote.name}/1.1.0`
  const paths = [real, ...words(`${own}/routes.1.js ${own}/remoteEntry.1.js /api/files/x /api/downloads/x /clients.js`)]
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { 'service-worker': 'script' } })
    await drain(response)
    t.check(response.status === 403, `${path} is served as a service worker: ${response.status}`)
  }
  const policy = (await fetch(url, { headers: { accept: 'text/html' } })).headers.get('content-security-policy') ?? ''
  t.check(policy.includes("worker-src 'self'"), `the policy is ${policy}`)
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(url)
  const registered = await page.evaluate(async (scripts) => {
    const done: string[] = []
    const blob = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))
    for (const script of [...scripts, blob, 'data:text/javascript,'])
      for (const updateViaCache of ['all', 'imports', 'none'] as const)
        for (const type of ['classic', 'module'] as const) {
          // From now on, the browser's cache may have it.
          await fetch(script).catch(() => undefined)
          await navigator.serviceWorker.register(script, { updateViaCache, type }).then(
            () => done.push(script),
            () => undefined,
          )
        }
    return done
  }, paths)
  t.check(registered.length === 0, `registered: ${registered.join(', ')}`)
  t.notes.push(`${paths.length + 2} scripts, in 6 ways each`)
})

attack('caches and service workers that a script has left', async (t, { url, withPages }) => {
  await withPages()
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(url)
  await page.evaluate(async () => {
    for (const name of ['planted', 'portal.files', 'portal.page']) {
      const cache = await caches.open(name)
      const type = { 'content-type': 'text/javascript' }
      for (const script of document.querySelectorAll('script[src]'))
        await cache.put((script as HTMLScriptElement).src, new Response('globalThis.planted = 1', { headers: type }))
      const html = '<script>globalThis.planted = 1</script>'
      for (const path of ['/', '/kept', '/latest'])
        await cache.put(path, new Response(html, { headers: { 'content-type': 'text/html' } }))
    }
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.register('/service-worker.js?planted', { scope: '/planted' })
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await page.goto(url)
  await page.waitForFunction(() => 'planted' in globalThis || document.querySelector('h1') !== null)
  t.check(!(await page.evaluate(() => 'planted' in globalThis)), 'a planted script runs at the next start')
  const isGone = await page
    .waitForFunction(
      async () => {
        const names = await caches.keys()
        const scopes = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)
        return !names.some((name) => name !== 'portal.page') && scopes.join() === '/'
      },
      undefined,
      { timeout: 20_000 },
    )
    .then(
      () => true,
      () => false,
    )
  t.check(isGone, `after the next start: ${(await page.evaluate(planted)).join(', ')}`)
})

attack('what a preview leaves, and who can end one', async (t, { url, withPages }) => {
  await withPages()
  const remote = await newLiveRemote()
  await using browser = await openBrowser()
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInPage(page, url)

  // Nobody without a preview loses unsent text, whatever link was opened or form was sent.
  await page.evaluate(() => localStorage.setItem('planted', 'x'))
  await page.goto(url + PREVIEW_END)
  await page.goto(url)
  const kept = await page.evaluate(() => ['planted', 'portal.session'].every((key) => localStorage.getItem(key)))
  t.check(kept, 'a link removes what a browser without a preview stores')

  await startPreview(context, remote, '1.1.0')
  await page.goto(`${url}/${remote.name}`)
  const cookies = await context.cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const sent = { cookie, ...headers } as Record<string, string>
    const response = await fetch(url + PREVIEW_END, { method: 'POST', headers: sent, redirect: 'manual' })
    await drain(response)
    t.check(response.status === 403 && !response.headers.has('clear-site-data'), 'another site ends a preview')
  }
  const asked = await fetch(url + PREVIEW_END, { headers: { cookie }, redirect: 'manual' })
  await drain(asked)
  t.check(!asked.headers.has('clear-site-data') && !asked.headers.has('set-cookie'), 'a link ends a preview')

  await page.evaluate(plant)
  await page.goto(url + PREVIEW_END)
  await page.getByRole('button', { name: 'Leave the preview' }).click()
  await page.getByLabel('Email').waitFor()
  const left = await page.evaluate(planted)
  t.check(left.length === 0, `after a preview: ${left.join(', ')}`)
  const session = await page.evaluate(() => localStorage.getItem('portal.session'))
  t.check(session === null, 'the session is left')
  const names = (await context.cookies()).map(({ name }) => name)
  t.check(!names.some((name) => /preview|refresh|cohort/.test(name)), `cookies after a preview: ${names.join(', ')}`)

  const over = `__Host-Http-remote_preview_${remote.name}=${remote.name}~1.1.0~1700000000~x`
  const asPage = { accept: 'text/html', 'sec-fetch-mode': 'navigate', cookie: over }
  const first = await rawRequest(url, '/', asPage)
  t.check(first.headers['clear-site-data'] === FORGETS, 'a preview that is over leaves what it has stored')
  const fetched = await rawRequest(url, '/', { ...asPage, 'sec-fetch-mode': 'cors' })
  t.check(!('clear-site-data' in fetched.headers), 'a script uses the removal up')
})
