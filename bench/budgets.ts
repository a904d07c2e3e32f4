/** What the portal may cost, as limits for the figures of `pnpm bench`. */
export const BUDGETS = {
  /** CPU of a list of 100 clients against a bare worker. */
  list: 1.7,
  workerBundleKb: 600,
  signInKb: 160,
  remoteKb: 60,
  /** CPU of a 1 MB upload against a bare R2 put. */
  upload: 1.25,
  /** Time in the database of a search in 10,000 clients. */
  searchMs: 2,
  /** A cold deep link on slow 4G against the same app as one bundle, and split by route. */
  deepLink: { bundled: 0.75, split: 1.05 },
  firstPaintMs: 1200,
  /** Local, with a CPU four times slower. */
  local: { lcp: 1200, inp: 120, cls: 0.02 },
  startMs: 6000,
  startMb: 450,
} as const
