import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { REMOTES } from '../../worker/local/build.ts'
import { publishAll } from '../../worker/local/publish-all.ts'
import { hashPassword } from '../../worker/src/auth/password.ts'
import { newBookkeeper } from '../../worker/src/testing/portal.ts'
import { change } from '../../worker/src/testing/work.ts'
import { openBrowser } from '../size.ts'
import type { Attack } from './attack.ts'
import { type Production, startProduction } from './production.ts'
import { Tally } from './tally.ts'
import type { Target } from './target.ts'

/** What answers say of themselves: as they come from a portal in production, and as a real browser takes them. */

const PAGE = { accept: 'text/html,application/xhtml+xml' }
const PAGES = [
  '/',
  '/client-auth',
  '/client-setup?token=secret',
  '/dashboard',
  '/clients',
  '/nowhere',
  '/client-nowhere',
  '/mail-off?token=x',
  '/api/docs',
]
const ANSWERS = [
  '/api/health',
  '/api/openapi.json',
  '/api/nothing',
  '/api/clients',
  '/api/files/x',
  '/api/downloads/x',
  '/api/realtime',
  '/assets/none.js',
  '/remotes/none/1.0.0/x.js',
  '/remotes/preview?token=x',
  '/icon.svg',
  '/robots.txt',
  '/nowhere.php',
]
/** What only a machine of a developer has, or nobody may see. */
const ABSENT = [
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/follow-ups',
  '/shell.html',
  '/shell.json',
  '/index.html',
  '/_headers',
  '/.assetsignore',
  '/wrangler.toml',
  '/package.json',

  '/.env',
  '/.git/config',
  '/.git/HEAD',
  '/server-status',
  '/cdn-cgi/handler/scheduled',
  '/assets/',
  '/remotes/',
  '/remotes/mf-clients/',
  '/assets/../shell.html',
  '/assets/%2e%2e/shell.html',
  '/..%2fshell.html',
  '//shell.html',
]

const directives = (policy: string): Map<string, string[]> =>
  new Map(
    policy
      .split(';')
      .map((d) => d.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )

/** What is wrong with the policy of a page, or undefined. */
function badPolicy(policy: string): string | undefined {
  const all = directives(policy)
  const weak = [...(all.get('script-src') ?? ['*']), ...(all.get('default-src') ?? ['*'])].filter((s) => s !== "'self'" && s !== "'none'")
  if (weak.length > 0) return `scripts from ${weak.join(' ')}`
  if (all.get('frame-ancestors')?.join() !== "'none'") return 'may be framed'
  if (all.get('base-uri')?.join() !== "'none'") return 'takes another base'
  if (!['object-src', 'default-src'].some((d) => all.get(d)?.join() === "'none'")) return 'takes plug-ins'
  return (all.get('form-action') ?? ['*']).some((s) => s !== "'self'" && s !== "'none'") ? 'sends forms elsewhere' : undefined
}

async function answers(portal: Production): Promise<Attack> {
  const tally = new Tally('headers of every kind of answer in production', 'answers')
  const judge = async (path: string, init: RequestInit, page: boolean) => {
    const answer = await fetch(portal.url + path, { redirect: 'manual', ...init })
    const text = await answer.text()
    const header = (name: string) => answer.headers.get(name) ?? ''
    const want = (held: boolean, what: string) => tally.held(held, () => `${init.method ?? 'GET'} ${path}: ${what}`)
    want(header('x-content-type-options') === 'nosniff', 'may be sniffed')
    for (const banner of ['server', 'x-powered-by', 'via']) want(header(banner) === '', `${banner}: ${header(banner)}`)
    want(header('access-control-allow-origin') === '', 'other origins may read it')
    want(!text.includes('sourceMappingURL'), 'names its source map')
    if (header('content-type').startsWith('text/html') || page) {
      want(page, 'is a page')
      want(badPolicy(header('content-security-policy')) === undefined, badPolicy(header('content-security-policy')) ?? '')
      want(header('referrer-policy') === 'no-referrer', `referrer-policy ${header('referrer-policy')}`)
      want(header('cross-origin-opener-policy') === 'same-origin', 'may be opened with a handle on it')
      want(header('permissions-policy').includes('microphone=()'), 'may use the microphone')
      want(/no-cache|no-store/.test(header('cache-control')), `may be kept: ${header('cache-control')}`)
    }
    if (path.startsWith('/api/') && path !== '/api/docs')
      want(header('cache-control').includes('no-store'), `may be kept: ${header('cache-control')}`)
  }
  for (const path of PAGES) await judge(path, { headers: PAGE }, true)
  for (const path of ANSWERS) {
    await judge(path, {}, false)
    await judge(path, { method: 'POST', body: '{' }, false)
  }
  for (const path of ANSWERS) {
    const own = await portal.ask(path)
    tally.held(
      !path.startsWith('/api/') || (own.headers.get('cache-control') ?? '').includes('no-store'),
      () => `${path}, signed in, may be kept`,
    )
    await own.body?.cancel()
  }
  const [script] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(portal.url, { headers: PAGE })).text()) ?? []
  const asset = await fetch(`${portal.url}${script}`)
  tally.held(
    /max-age=31536000.*immutable/.test(asset.headers.get('cache-control') ?? ''),
    () => `${script}: ${asset.headers.get('cache-control')}`,
  )
  const secure = await portal.stack.miniflare.dispatchFetch('https://portal.example/', { headers: PAGE })
  tally.held(/max-age=\d{8}/.test(secure.headers.get('strict-transport-security') ?? ''), () => 'https is not kept to')
  return tally.attack()
}

async function absent(portal: Production): Promise<Attack> {
  const tally = new Tally('what is not there in production', 'addresses')
  const { port } = new URL(portal.url)
  const { request } = await import('node:http')
  for (const path of ABSENT) {
    // Over a bare connection: fetch would tidy the path up.
    const [status, type, text] = await new Promise<[number, string, string]>((resolve, reject) => {
      const sent = request({ port, path, host: '127.0.0.1' }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          body += part
        })
        answer.on('end', () => resolve([answer.statusCode ?? 0, answer.headers['content-type'] ?? '', body]))
      })
      sent.on('error', reject)
      sent.end()
    })
    tally.held(status === 404 || (status === 307 && text === ''), () => `${path}: ${status} ${type} ${text.slice(0, 60)}`)
  }
  return tally.attack()
}

/** A page of somebody else's, on another site. */
async function startStranger(frames: readonly string[]) {
  const got: string[] = []
  const server = createServer((request, response) => {
    got.push(`${request.url} ${request.headers.referer ?? ''}`)
    const list = frames.map((url) => `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`).join('')
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/' ? `<!doctype html>${list}` : 'x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Another host than the portal's, so that it is another site to the browser.
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, got, stop: () => void server.close() }
}

async function framing(browser: Browser, { url }: { url: string }): Promise<Attack> {
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
  const evil = await startStranger(paths.map((path) => url + path))
  const page = await browser.newPage()
  try {
    await page.goto(evil.url, { waitUntil: 'load' })
    for (const frame of page.frames().slice(1)) {
      const seen = await frame
        .evaluate(() => ({ at: location.href, text: document.body?.innerText ?? '' }))
        .catch(() => ({ at: 'chrome-error:', text: '' }))
      tally.held(seen.at.startsWith('chrome-error:') || seen.at === 'about:blank', () => `${seen.at} is framed: ${seen.text.slice(0, 60)}`)
    }
  } finally {
    await page.close()
    evil.stop()
  }
  return tally.attack()
}

/** Whether a page comes to show something. */
const isShown = (page: Page): Promise<boolean> =>
  page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: 20_000 })
    .then(() => true)
    .catch(() => false)

const PASSWORD = 'correct-horse-9!'

async function inBrowser(browser: Browser, { url }: Target): Promise<Attack> {
  const tally = new Tally('tokens, cookies and scripts in a browser', 'looks')
  const bookkeeper = await newBookkeeper()
  await change('UPDATE auth_users SET password_hash = ? WHERE id = ?', await hashPassword(PASSWORD), bookkeeper.userId)
  const evil = await startStranger([])
  const context = await browser.newContext()
  const page = await context.newPage()
  const leaks: string[] = []
  page.on('request', (request) => {
    const referer = request.headers()['referer'] ?? ''
    if (referer !== '') leaks.push(`${request.url()} from ${referer}`)
    const other = new URL(request.url())
    if (other.protocol.startsWith('http') && other.origin !== url && !request.url().startsWith(evil.url))
      leaks.push(`another site: ${request.url()}`)
  })
  try {
    for (const path of ['/client-setup?token=a-secret', '/?reset=a-secret', '/?confirm=a-secret', '/mail-off?token=a-secret']) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await page.evaluate((to) => location.assign(to), `${evil.url}from-a-link`)
      await page.waitForURL(`${evil.url}**`)
    }
    tally.held(leaks.length === 0, () => `tokens leave: ${leaks.join(', ')}`)
    tally.held(
      evil.got.length >= 4 && !evil.got.some((g) => g.includes('secret')),
      () => `tokens leave by the referrer: ${evil.got.join(', ')}`,
    )

    await page.goto(url)
    await page.getByLabel('Email').fill(bookkeeper.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/dashboard')
    for (const cookie of await context.cookies()) {
      const open = !cookie.httpOnly && cookie.name !== 'sidebar_state'
      tally.held(!open && cookie.secure && cookie.sameSite !== 'None', () => `cookie ${cookie.name}: ${JSON.stringify(cookie)}`)
      if (cookie.name.endsWith('portal_refresh'))
        tally.held(cookie.sameSite === 'Strict' && cookie.path === '/api/auth', () => JSON.stringify(cookie))
    }
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      'https://evil.example',
      'javascript:window.ran=1',
      '/.//evil.example',
      '/%2f/evil.example',
      '/%5cevil.example',
    ]) {
      await page.goto(`${url}/?next=${encodeURIComponent(next)}`)
      tally.held(await isShown(page), () => `next=${JSON.stringify(next)} shows nothing`)
      tally.held(new URL(page.url()).origin === url, () => `next=${JSON.stringify(next)} leads to ${page.url()}`)
    }
    for (const path of ['//evil.example/clients', '/\\evil.example/', '/clients//evil.example/x', '/.//evil.example/clients']) {
      await page.goto(url + path)
      tally.held(await isShown(page), () => `${path} shows nothing`)
      tally.held(new URL(page.url()).origin === url, () => `${path} leads to ${page.url()}`)
    }
    const ran = await page
      .evaluate(async (to) => {
        const seen: string[] = []
        const script = document.createElement('script')
        script.textContent = 'window.canary = 1'
        document.body.append(script)
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.canary = 2">')
        // What a debugger evaluates may evaluate; what it plants may not run.
        const later = document.createElement('script')
        later.src = 'data:text/javascript,window.canary=3'
        document.body.append(later)
        const far = document.createElement('script')
        far.src = `${to}far.js`
        document.body.append(far)
        for (const load of [
          () => fetch(`${to}fetch`),
          () => new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: `${to}image` })),
        ])
          await Promise.resolve(load()).catch(() => undefined)
        await new Promise((done) => setTimeout(done, 50))
        const canary = (window as unknown as { canary?: number }).canary
        return [...seen, ...(canary === undefined ? [] : [String(canary)])]
      }, evil.url)
      .catch((error: unknown) => (/Trusted|TrustedHTML|TrustedScript/.test(String(error)) ? [] : [String(error)]))
    tally.held(ran.length === 0, () => `a planted script ran: ${ran.join(', ')}`)
    tally.held(!evil.got.some((g) => /^\/(far|fetch|image)/.test(g)), () => `something was sent to another site: ${evil.got.join(', ')}`)
  } finally {
    await context.close()
    evil.stop()
  }
  return tally.attack()
}

export async function attackHeaders(target: Target): Promise<Attack[]> {
  await target.withPages()
  const browser = await openBrowser()
  const portal = await startProduction()
  try {
    await publishAll(portal.stack, portal.data, REMOTES)
    return [await answers(portal), await absent(portal), await framing(browser, portal), await inBrowser(browser, target)]
  } finally {
    await portal.stop()
    await browser.close()
  }
}
