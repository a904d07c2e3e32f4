/** Returns the delay that a response requests (Retry-After), in milliseconds; 0 for none. */
export function retryAfterOf(response: Response, now: Date): number {
  const header = response.headers.get('retry-after') ?? ''
  const delay = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return delay > 0 ? delay : 0
}
