const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Returns whether the request has an Origin header that differs from the portal's origin. `null` counts as different.
 */
export function isCrossOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && hostOf(origin) !== new URL(request.url).host
}

/**
 * Returns whether a page of another site sent the request, according to Sec-Fetch-Site, or to Origin in older
 * browsers. Clients other than browsers send neither header.
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === null ? isCrossOrigin(request) : site !== 'same-origin' && site !== 'none'
}
