import { hc } from 'hono/client'
import type { Api } from './src/app.ts'

/** The typed client of the API. `fetch` may add headers; `baseUrl` is the portal's address, the page's own by default. */
export function createApiClient(options: { fetch?: typeof fetch; baseUrl?: string } = {}) {
  return hc<Api>(`${options.baseUrl ?? ''}/api`, options.fetch ? { fetch: options.fetch } : {})
}
export type ApiClient = ReturnType<typeof createApiClient>
