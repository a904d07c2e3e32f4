/** What runs in the pages that are measured: each function stands for itself there, and leaves what it finds in the page. */

/** What the browser says of a page; times in ms. */
export interface Vitals {
  lcp: number
  /** The longest interaction since it was last looked at. */
  inp: number
  /** The sum of all shifts that nobody caused. */
  cls: number
  /** What was shifted, and what was painted last and largest. */
  shifted: string[]
  largest: string
}

/** Keeps what the browser says about paint, interaction and shift, in `benchVitals`. */
export function keepVitals(): void {
  const seen: Vitals = { lcp: 0, inp: 0, cls: 0, shifted: [], largest: '' }
  Object.assign(globalThis, { benchVitals: seen })
  const nameOf = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return '?'
    return `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 24)}"`
  }
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    })
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    seen.largest = nameOf((entry as PerformanceEntry & { element?: Element }).element)
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: { node?: Node }[] }
    if (shift.hadRecentInput) return
    seen.cls += shift.value
    seen.shifted.push(...(shift.sources ?? []).map((source) => nameOf(source.node)))
  })
  watch('event', (entry) => {
    if ((entry as PerformanceEntry & { interactionId: number }).interactionId)
      seen.inp = Math.max(seen.inp, entry.duration)
  })
}

/** Tells, once it is painted, at which moment an element that fits `selector` held `text`. */
export function watchFor({ selector, text }: { selector: string; text: string }): void {
  const look = (): void => {
    if (![...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text))) return
    watch.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => (globalThis as unknown as { benchSeen: (at: number) => void }).benchSeen(performance.now())),
    )
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true, characterData: true })
}

/** What was kept so far. The longest interaction begins anew. */
export async function takeVitals(): Promise<Vitals> {
  // The browser tells of what it has done some time after it.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
  const seen = (globalThis as unknown as { benchVitals: Vitals }).benchVitals
  const taken = { ...seen }
  seen.inp = 0
  return taken
}
