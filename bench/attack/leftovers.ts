import { openBrowser } from '../browser.ts'
import { attack } from './lib/attack.ts'
import { goLive, newLiveRemote } from './lib/remotes.ts'
import { drain, rawRequest, words } from './lib/requests.ts'

/**
 * What scripts of a remote could leave in a browser after they are gone. They have the origin of the portal, so scripts
 * that the attack runs in a page stand for them. What planted caches and previews leave is tested in
 * `shell/e2e/leftovers.spec.ts`.
 */

/** Tries to register each script as a service worker, in every way. Runs in the page. @returns those that it could */
async function register(paths: string[]): Promise<string[]> {
  const done: string[] = []
  const blob = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))
  for (const script of [...paths, blob, 'data:text/javascript,'])
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
  const registered = await page.evaluate(register, paths)
  t.check(registered.length === 0, `registered: ${registered.join(', ')}`)
  t.notes.push(`${paths.length + 2} scripts, in 6 ways each`)
})

attack('a preview that is over, under the names of cookies in production', async (t, { url }) => {
  const cookie = '__Host-Http-remote_preview_mf-x=mf-x~1.1.0~1700000000~x'
  const cleared = async (mode: string) =>
    (await rawRequest(url, '/', { accept: 'text/html', 'sec-fetch-mode': mode, cookie })).headers['clear-site-data']
  t.check((await cleared('navigate')) === '"storage"', 'a preview that is over leaves what it has stored')
  t.check((await cleared('cors')) === undefined, 'a script uses the removal up')
})
