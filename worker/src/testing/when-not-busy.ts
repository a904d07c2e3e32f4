import { setTimeout } from 'node:timers/promises'

/**
 * Sends a request again, after the time in Retry-After, while the portal answers 503, as browsers do. Other tests run
 * at the same time and may overload the portal for a moment.
 */
export async function whenNotBusy(request: () => Promise<Response>, tries = 30): Promise<Response> {
  const response = await request()
  const seconds = Number(response.headers.get('retry-after'))
  if (response.status !== 503 || !(seconds > 0) || tries === 1) return response
  await response.body?.cancel()
  await setTimeout(seconds * 1000)
  return whenNotBusy(request, tries - 1)
}
