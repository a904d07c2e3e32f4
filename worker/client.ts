import { hc } from 'hono/client'
import type { Api } from './src/app.ts'

export type { Api }

/** Creates the typed client of the API. `fetch` can add headers. `baseUrl` defaults to the address of the page. */
export function createApiClient(options: { fetch?: typeof fetch; baseUrl?: string } = {}) {
  return hc<Api>(`${options.baseUrl ?? ''}/api`, options.fetch ? { fetch: options.fetch } : {})
}
export type ApiClient = ReturnType<typeof createApiClient>
