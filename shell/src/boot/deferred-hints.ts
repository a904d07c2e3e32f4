/**
 * Preload hints for everything that a page needs after its libraries. The worker puts them in a
 * template. With HTTP/2 and 3 the server respects priorities, so they apply at once. With HTTP/1.1
 * all downloads share the bandwidth, so the hints wait until the libraries have nearly arrived.
 */

/** Number of the page's own scripts that may still be loading when the hints apply. */
const MAX_PENDING_SCRIPTS = 1

/** Adds the hints of the page to its head, once. */
export function applyDeferredHints(): void {
  const template = document.getElementById('behind')
  if (template instanceof HTMLTemplateElement) document.head.append(template.content)
}

const sharesBandwidth = (): boolean => {
  const [page] = performance.getEntriesByType('navigation')
  return page !== undefined && 'nextHopProtocol' in page && page.nextHopProtocol === 'http/1.1'
}

/** Adds the hints at once, or with HTTP/1.1 after the page's own scripts. */
export function applyDeferredHintsInOrder(): void {
  if (!sharesBandwidth()) {
    applyDeferredHints()
    return
  }
  const pending = new Set(
    [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map((script) => script.src),
  )
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) pending.delete(name)
    if (pending.size > MAX_PENDING_SCRIPTS) return
    observer.disconnect()
    applyDeferredHints()
  })
  observer.observe({ type: 'resource', buffered: true })
}
