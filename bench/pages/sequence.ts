import type { CDPSession } from '@playwright/test'

interface Sent {
  /** In seconds of the browser's own clock. */
  from: number
  to: number
}

/** The requests of a page, and when each was under way. */
export interface Requests {
  /** How many the page had by `ms` after its own, and the longest row of them in which each began when the one before was there. */
  until: (ms: number) => { count: number; inSequence: number }
}

/** The longest row of requests in which each began after the end of the one before. */
export function longestRow(sent: readonly Sent[]): number {
  const depths: { to: number; depth: number }[] = []
  for (const { from, to } of sent.toSorted((a, b) => a.from - b.from)) {
    const before = depths.filter((d) => d.to <= from).map((d) => d.depth)
    depths.push({ to, depth: 1 + Math.max(0, ...before) })
  }
  return Math.max(0, ...depths.map((d) => d.depth))
}

/** Listens to what a page asks for. */
export function followRequests(cdp: CDPSession): Requests {
  const began = new Map<string, number>()
  const done: Sent[] = []
  let first: number | undefined
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (request.url.startsWith('data:')) return
    first ??= timestamp
    began.set(requestId, timestamp)
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const from = began.get(requestId)
    if (from !== undefined) done.push({ from, to: timestamp })
  })
  return {
    until: (ms) => {
      const needed = done.filter(({ to }) => (to - (first ?? 0)) * 1000 <= ms)
      return { count: needed.length, inSequence: longestRow(needed) }
    },
  }
}
