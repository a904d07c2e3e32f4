import { portalUrl } from './portal.ts'

/** A minimal browser for OAuth flows: cookies by host and path, and manual redirects. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>()

  private cookiesFor(url: URL): string {
    return [...this.cookies]
      .filter(([key, { path }]) => key.startsWith(`${url.host} `) && url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`)
      .join('; ')
  }

  /** Returns the names of the portal's cookies. */
  portalCookies(): string[] {
    return [...this.cookies.keys()]
      .filter((k) => k.startsWith(new URL(portalUrl).host))
      .map((k) => k.split(' ')[1] ?? '')
  }

  /** Renames a cookie. */
  rename(name: RegExp, to: string): void {
    const [key = '', cookie] = [...this.cookies].find(([k]) => name.test(k)) ?? []
    if (!cookie) throw new Error('no such cookie')
    this.cookies.delete(key)
    this.cookies.set(`${key.split(' ')[0]} ${to}`, cookie)
  }

  async fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, portalUrl)
    const headers = new Headers(init.headers)
    headers.set('cookie', this.cookiesFor(url))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((a) => a.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      const gone = value === '' || attributes.some((a) => /^max-age=0$/i.test(a))
      if (gone) this.cookies.delete(`${url.host} ${name}`)
      else this.cookies.set(`${url.host} ${name}`, { value, path })
    }
    return response
  }

  /** Returns the target of a redirect. */
  static location(response: Response, from: string | URL): URL {
    const location = response.headers.get('location')
    if (location === null) throw new Error(`no redirect but ${response.status}`)
    return new URL(location, from)
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    })
  }

  /** Starts a sign-in. @returns the URL of the provider */
  async begin(next?: string): Promise<URL> {
    const path = `/api/auth/oauth/oidc/start${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`
    const response = await this.fetch(path, { headers: { 'sec-fetch-site': 'same-origin' } })
    return Browser.location(response, portalUrl)
  }

  /** Signs in at the provider. @returns the callback URL, not requested yet */
  async authenticate(at: URL, login: string): Promise<URL> {
    let url = at
    for (let hops = 0; hops < 10; hops++) {
      if (url.pathname.endsWith('/callback')) return url
      const interaction = url.pathname.startsWith('/interaction/')
      const response = await this.fetch(
        url,
        interaction ? { method: 'POST', body: new URLSearchParams({ prompt: 'login', login, password: 'x' }) } : {},
      )
      url = Browser.location(response, url)
    }
    throw new Error('too many redirects at the provider')
  }

  /** Requests the callback URL. @returns the URL of the sign-in page */
  async comeBack(callback: URL): Promise<URL> {
    return Browser.location(await this.fetch(callback, { headers: { 'sec-fetch-site': 'cross-site' } }), portalUrl)
  }

  /**
   * Runs the whole flow, again as long as the provider responds too late for the portal, on a busy machine.
   * @returns the URL of the sign-in page
   */
  async through(login: string, next?: string): Promise<URL> {
    const page = await this.comeBack(await this.authenticate(await this.begin(next), login))
    return page.searchParams.get('oauth_error') === 'unavailable' ? this.through(login, next) : page
  }
}
