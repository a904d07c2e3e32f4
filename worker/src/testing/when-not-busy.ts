import { setTimeout } from 'node:timers/promises'

/**
 * Sends a request again, after the time in Retry-After, while the portal answers 503, as browsers do. Other tests run
 * at the same time and may overload the portal for a moment.
 */
export async function whenNotBusy(request: () => Promise<Response>): Promise<Response> {
  const response = await request()
  if (response.status !== 503) return response
  await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000)
  return whenNotBusy(request)
}
