import type { BrowserContext, Page } from '@playwright/test'
import { newSignUp, nextMail } from '../../worker/src/testing/accounts.ts'
import { newBookkeeper } from '../../worker/src/testing/portal.ts'
import { openBrowser } from '../browser.ts'
import { attack, type Trial } from './lib/attack.ts'
import { signInPage } from './lib/people.ts'
import { drain, rawRequest, words } from './lib/requests.ts'
import { serve } from './lib/server.ts'

/** The headers of a portal in production, and what they achieve in a browser. */

const PAGES = words(`/ /client-auth /client-setup?token=secret /dashboard /clients /nowhere /client-nowhere
  /mail-off?token=x /api/docs`)
const OTHERS = words(`/api/health /api/openapi.json /api/nothing /api/clients /api/files/x /api/downloads/x
  /api/realtime /assets/none.js /remotes/none/1.0.0/x.js /icon.svg /robots.txt /nowhere.php`)
/** Paths that exist in development, in the build or on other servers. */
const ABSENT = words(`/dev/mail /dev/mailbox /dev/mailbox.json /dev/follow-ups /operators.html /shell.html /shell.json
  /index.html /_headers /.assetsignore /wrangler.toml /package.json /.env /.git/config /.git/HEAD /server-status
  /cdn-cgi/handler/scheduled /assets/ /remotes/ /remotes/mf-clients/ /assets/../shell.html /assets/%2e%2e/shell.html
  /..%2fshell.html //shell.html`)

type Expected = Readonly<Record<string, RegExp>>

const EVERYWHERE: Expected = {
  'x-content-type-options': /^nosniff$/,
  'access-control-allow-origin': /^$/,
  server: /^$/,
  'x-powered-by': /^$/,
  via: /^$/,
}
const ON_PAGES: Expected = {
  ...EVERYWHERE,
  'content-type': /^text\/html/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /microphone=\(\)/,
  'cache-control': /no-cache|no-store/,
}
const ELSEWHERE: Expected = { ...EVERYWHERE, 'content-type': /^(?!text\/html)/ }
const IN_API: Expected = { ...ELSEWHERE, 'cache-control': /no-store/ }
const POLICY = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
const SCRIPT_AND_FORM = /^(script-src|form-action) '(self|none)'$/
const HTML = { headers: { accept: 'text/html' } }

/** Checks the headers of a response, and that it refers to no source map. @returns its policy */
async function expectHeaders(t: Trial, what: string, answer: Promise<Response>, expected: Expected): Promise<string[]> {
  const response = await answer
  for (const [name, pattern] of Object.entries(expected)) {
    const value = response.headers.get(name) ?? ''
    t.check(pattern.test(value), `${what}: ${name} is '${value}'`)
  }
  t.check(!(await response.text()).includes('sourceMappingURL'), `${what} refers to its source map`)
  return (response.headers.get('content-security-policy') ?? '').split(/; */)
}

attack('headers of every kind of response', async (t, { url, operatorUrl, stack, withPages }) => {
  await withPages()
  const bookkeeper = await newBookkeeper()
  const ofOperators = words('/remotes /remotes/preview?token=x').map((path) => operatorUrl + path)
  for (const page of [...PAGES.map((path) => url + path), ...ofOperators]) {
    const policy = await expectHeaders(t, page, fetch(page, { redirect: 'manual', ...HTML }), ON_PAGES)
    const isStrict = POLICY.every((directive) => policy.includes(directive))
    const own = policy.filter((directive) => SCRIPT_AND_FORM.test(directive))
    t.check(isStrict && own.length === 2, `${page} has the policy ${policy.join('; ')}`)
  }
  for (const path of OTHERS) {
    const expected = path.startsWith('/api/') ? IN_API : ELSEWHERE
    for (const init of [{}, { method: 'POST', body: '{' }])
      await expectHeaders(
        t,
        `${init.method ?? 'GET'} ${path}`,
        fetch(url + path, { redirect: 'manual', ...init }),
        expected,
      )
    if (expected === IN_API) await expectHeaders(t, `${path}, signed in`, bookkeeper.fetch(path), IN_API)
  }
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(await drain(fetch(url, HTML))) ?? []
  await expectHeaders(t, script, fetch(url + script), { 'cache-control': /max-age=31536000.*immutable/ })
  const secure = await stack.miniflare.dispatchFetch('https://portal.example/', HTML)
  const strict = secure.headers.get('strict-transport-security') ?? ''
  t.check(/max-age=\d{8}/.test(strict), `Strict-Transport-Security is '${strict}'`)
})

attack('what production does not have', async (t, { url }) => {
  for (const path of ABSENT) {
    const { status, text } = await rawRequest(url, path)
    t.check(status === 404 || (status === 307 && text === ''), `${path}: ${status} ${text.slice(0, 60)}`)
  }
})

attack('forged hosts in the links of mails', async (t, { url }) => {
  const evil = 'evil.example'
  for (const headers of [
    { host: evil },
    { 'x-forwarded-host': evil },
    { forwarded: `host=${evil};proto=http` },
    { 'x-forwarded-proto': 'http', 'x-forwarded-server': evil },
  ] as Record<string, string>[]) {
    const person = newSignUp()
    const json = { 'content-type': 'application/json', ...headers }
    const { status } = await rawRequest(url, '/api/auth/sign-up', json, JSON.stringify(person))
    const claim = JSON.stringify(headers)
    // A host other than loopback looks like a request without TLS, which is refused.
    t.check(status === ('host' in headers ? 403 : 201), `a sign-up with ${claim}: ${status}`)
    if (status !== 201) continue
    const mail = JSON.stringify(await nextMail(person.email, 'Confirm your email address'))
    const links = mail.match(/https?:\/\/[^\s"'<>\\)]+/g) ?? []
    const areOwn = links.length > 0 && links.every((link) => link.startsWith('https://portal.example'))
    t.check(areOwn && !mail.includes(evil), `a mail after ${claim} links to ${links.join(' ')}`)
  }
})

/** Starts another site, whose front page embeds these addresses. */
async function startOtherSite(embedded: readonly string[] = []) {
  const requests: string[] = []
  const frames = embedded.map(
    (url) => `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`,
  )
  const server = await serve((request, response) => {
    requests.push(`${request.url} ${request.headers.referer ?? ''}`)
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${request.url === '/' ? frames.join('') : ''}`)
  })
  // At 127.0.0.1, which browsers treat as another site than the portal's localhost.
  return { ...server, requests }
}

attack('the portal in frames of another site', async (t, { url }) => {
  const others = words('/shell.html /api/health /api/files/x /api/downloads/x /remotes/preview?token=x //shell.html')
  await using evil = await startOtherSite([...PAGES, ...others, '/%73hell.html'].map((path) => url + path))
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(evil.url, { waitUntil: 'load' })
  for (const frame of page.frames().slice(1)) {
    const address = await frame.evaluate(() => location.href).catch(() => 'chrome-error:')
    t.check(/^(chrome-error:|about:blank$)/.test(address), `${address} is shown in a frame`)
  }
})

attack('tokens in addresses, cookies and planted scripts in a browser', async (t, { url, withPages }) => {
  await withPages()
  await using evil = await startOtherSite()
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await expectTokensStay(t, page, url, evil)
  await signInPage(page, url)
  await expectStrictCookies(t, page.context())
  await expectOwnPages(t, page, url)
  await expectInertScripts(t, page, evil)
})

type OtherSite = Awaited<ReturnType<typeof startOtherSite>>

/** Follows links to another site from pages with a token in their address. */
async function expectTokensStay(t: Trial, page: Page, url: string, evil: OtherSite): Promise<void> {
  const leaks: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const isOther = protocol.startsWith('http') && ![url, new URL(evil.url).origin].includes(origin)
    const { referer } = request.headers()
    if (isOther || referer) leaks.push(`${request.url()} from '${referer ?? ''}'`)
  })
  const paths = words('/client-setup?token=a-secret /?reset=a-secret /?confirm=a-secret /mail-off?token=a-secret')
  for (const path of paths) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.evaluate((to) => location.assign(to), `${evil.url}/from-a-link`)
    await page.waitForURL(`${evil.url}/**`)
  }
  t.check(leaks.length === 0, `tokens may leak to ${leaks.join(', ')}`)
  const arrived = evil.requests.filter((request) => request.startsWith('/from-a-link'))
  const held = arrived.length === paths.length && !evil.requests.some((request) => request.includes('secret'))
  t.check(held, `another site got ${evil.requests.join(', ')}`)
}

async function expectStrictCookies(t: Trial, context: BrowserContext): Promise<void> {
  const cookies = await context.cookies()
  for (const cookie of cookies) {
    const { name, httpOnly, secure, sameSite } = cookie
    const held = (httpOnly || name === 'sidebar_state') && secure && sameSite !== 'None'
    t.check(held, `a cookie is not strict: ${JSON.stringify(cookie)}`)
  }
  const refresh = cookies.find(({ name }) => name.endsWith('portal_refresh'))
  t.check(refresh?.sameSite === 'Strict' && refresh.path === '/api/auth', `refresh token: ${JSON.stringify(refresh)}`)
}

/** Addresses of other origins, disguised as paths. */
const FOREIGN = ['/\t/evil.example', '/\n/evil.example', 'javascript:window.canary=1'].concat(
  words('//evil.example /\\evil.example \\\\evil.example /.//evil.example https://evil.example /%2f/evil.example'),
  words('/%5cevil.example /%2f/../..//evil.example'),
)

/** Opens addresses that a link may contain. None may lead to another origin or to an empty page. */
async function expectOwnPages(t: Trial, page: Page, url: string): Promise<void> {
  const paths = words('//evil.example/clients /\\evil.example/ /clients//evil.example/x /.//evil.example/clients')
  for (const path of [...FOREIGN.map((next) => `/?next=${encodeURIComponent(next)}`), ...paths]) {
    await page.goto(url + path)
    const heading = page.getByRole('heading').first()
    const isShown = await heading.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    )
    t.check(isShown && new URL(page.url()).origin === url, `${path} leads to ${page.url()}, shown: ${isShown}`)
  }
}

/** Plants scripts, images and requests in a page, as an attacker would who can inject markup. */
async function expectInertScripts(t: Trial, page: Page, evil: OtherSite): Promise<void> {
  const canary = await page.evaluate(async (to) => {
    const script = (properties: Partial<HTMLScriptElement>) =>
      document.body.append(Object.assign(document.createElement('script'), properties))
    // One at a time: the first exception must not prevent the others.
    for (const plant of [
      () => script({ textContent: 'window.canary = 1' }),
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.canary = 2">'),
      () => script({ src: 'data:text/javascript,window.canary=3' }),
      () => script({ src: `${to}/planted.js` }),
      () => fetch(`${to}/planted`),
      () =>
        new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: `${to}/planted.png` })),
    ])
      await (async () => plant())().catch(() => undefined)
    await new Promise((done) => setTimeout(done, 50))
    return (window as { canary?: number }).canary
  }, evil.url)
  t.check(canary === undefined, `planted script ${canary} ran`)
  const sent = evil.requests.filter((request) => request.startsWith('/planted'))
  t.check(sent.length === 0, `another site got ${sent.join(', ')}`)
}
