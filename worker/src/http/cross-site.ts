const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** Whether the Origin of a request, where it names one, is another than where it arrived. `null` is nobody's, so it is another. */
export function isCrossOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && hostOf(origin) !== new URL(request.url).host
}

/**
 * Whether a page of another site made a browser send this. Browsers say so themselves; older ones only name the origin. Programs that are no
 * browsers say neither.
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === null ? isCrossOrigin(request) : site !== 'same-origin' && site !== 'none'
}
