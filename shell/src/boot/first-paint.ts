/**
 * Returns whether the page was just opened and still shows its outline, with no scroll position to
 * restore. Content below the fold can then be rendered after the first paint.
 */
export function isFirstPaintPending(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return (
    page !== undefined &&
    'type' in page &&
    page.type === 'navigate' &&
    document.querySelector('#root > .page-outline') !== null
  )
}
