/**
 * Whether a page that somebody has just opened is about to be drawn: its outline still stands, and there is no place in it to bring them back to, as
 * after a reload. What lies out of sight there can wait behind the paint.
 */
export function isFirstPaintPending(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return (
    page !== undefined &&
    'type' in page &&
    page.type === 'navigate' &&
    document.querySelector('#root > .frame') !== null
  )
}
