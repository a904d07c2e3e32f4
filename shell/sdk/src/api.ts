import type { Api } from '@portal/worker/client'
import { hc } from 'hono/client'
import { problemOf } from './errors.ts'
import { portalFetch } from './http.ts'

/** Typed client of the whole API: `call(api.clients.$get({ query }))`. */
export const api = hc<Api>('/api', { fetch: portalFetch })

/** JSON body of a successful response, as the server types it. */
export type ResponseBody<R> = R extends { ok: false } ? never : R extends { json(): Promise<infer T> } ? T : never

interface AnyResponse {
  ok: boolean
  status: number
  headers: Headers
  json(): Promise<unknown>
  text(): Promise<string>
}

/** Awaits a request of `api` and returns its parsed JSON. Throws `ApiError` if it fails. */
export async function call<R extends AnyResponse>(request: Promise<R>): Promise<ResponseBody<R>> {
  const response = await request
  if (!response.ok) throw await problemOf(response)
  return (response.status === 204 ? undefined : await response.json()) as ResponseBody<R>
}
