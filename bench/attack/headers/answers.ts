import type { Production } from '../../production.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'
import { PAGE, PAGES } from './pages.ts'

/** Addresses that answer with something else than a page. */
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
  const weak = [...(all.get('script-src') ?? ['*']), ...(all.get('default-src') ?? ['*'])].filter(
    (s) => s !== "'self'" && s !== "'none'",
  )
  if (weak.length > 0) return `scripts from ${weak.join(' ')}`
  if (all.get('frame-ancestors')?.join() !== "'none'") return 'may be framed'
  if (all.get('base-uri')?.join() !== "'none'") return 'takes another base'
  if (!['object-src', 'default-src'].some((d) => all.get(d)?.join() === "'none'")) return 'takes plug-ins'
  return (all.get('form-action') ?? ['*']).some((s) => s !== "'self'" && s !== "'none'")
    ? 'sends forms elsewhere'
    : undefined
}

/** What every kind of answer says of itself. */
export async function answers(portal: Production): Promise<Attack> {
  const tally = new Tally('headers of every kind of answer in production', 'answers')
  const judge = async (path: string, init: RequestInit, page: boolean) => {
    const answer = await fetch(portal.stack.url + path, { redirect: 'manual', ...init })
    const text = await answer.text()
    const header = (name: string) => answer.headers.get(name) ?? ''
    const want = (held: boolean, what: string) => tally.held(held, () => `${init.method ?? 'GET'} ${path}: ${what}`)
    want(header('x-content-type-options') === 'nosniff', 'may be sniffed')
    for (const banner of ['server', 'x-powered-by', 'via']) want(header(banner) === '', `${banner}: ${header(banner)}`)
    want(header('access-control-allow-origin') === '', 'other origins may read it')
    want(!text.includes('sourceMappingURL'), 'names its source map')
    if (header('content-type').startsWith('text/html') || page) {
      want(page, 'is a page')
      want(
        badPolicy(header('content-security-policy')) === undefined,
        badPolicy(header('content-security-policy')) ?? '',
      )
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
  const [script] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(portal.stack.url, { headers: PAGE })).text()) ?? []
  const asset = await fetch(`${portal.stack.url}${script}`)
  tally.held(
    /max-age=31536000.*immutable/.test(asset.headers.get('cache-control') ?? ''),
    () => `${script}: ${asset.headers.get('cache-control')}`,
  )
  const secure = await portal.stack.miniflare.dispatchFetch('https://portal.example/', { headers: PAGE })
  tally.held(/max-age=\d{8}/.test(secure.headers.get('strict-transport-security') ?? ''), () => 'https is not kept to')
  return tally.attack()
}
