/**
 * Hints at what a page needs behind its libraries stand in the page, in a template. Over HTTP/2 and 3 the server keeps to the order that they ask for.
 * Over HTTP/1.1 all that is under way shares the line: there they wait until nearly nothing else is, or the libraries would come last, and nothing
 * can run before them.
 */

/** So many of the page's own scripts may be under way still: by the time that an answer takes, they are there. */
const NEARLY_ALL = 1

/** Has the browser fetch what the page hints at, once. */
export function applyDeferredHints(): void {
  const behind = document.getElementById('behind')
  if (behind instanceof HTMLTemplateElement) document.head.append(behind.content)
}

const shares = (): boolean => {
  const [page] = performance.getEntriesByType('navigation')
  return page !== undefined && 'nextHopProtocol' in page && page.nextHopProtocol === 'http/1.1'
}

/** The same, but in its turn. */
export function applyDeferredHintsInOrder(): void {
  if (!shares()) {
    applyDeferredHints()
    return
  }
  const awaited = new Set(
    [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map((script) => script.src),
  )
  const watch = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) awaited.delete(name)
    if (awaited.size > NEARLY_ALL) return
    watch.disconnect()
    applyDeferredHints()
  })
  watch.observe({ type: 'resource', buffered: true })
}
