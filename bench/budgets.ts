/** The limits of `pnpm bench`. Ratios are to a floor of the same run. */
export const BUDGETS = {
  /** CPU of a list of 100 clients, by number of concurrent requests, against a bare worker with the same query. */
  list: { 1: 1.7, 16: 2.2 },
  /** CPU of one update at a time with everything that follows it, against a bare UPDATE through one writer. */
  update: 3.5,
  /** Minimum rate of 16 updates at a time, against the same batch sent to the database. */
  updatesAtOnce: 0.7,
  /** Memory after 20,000 requests against a bare worker, and growth beside a busy firm. */
  memory: 1.2,
  /** Round trips to the database. Those that follow a write are an average over writes close in time. */
  trips: { read: 1, write: 2, following: 1 },
  /** Time in the database at the larger size against 10,000 rows. */
  growth: 1.5,
  /** Milliseconds in the database for a search among 10,000 clients, with an index and without. */
  searchMs: 2,
  scanMs: 10,
  /** CPU of a 1 MB upload against a bare R2 put, and MB of memory that 50 MB may take more than 5 MB. */
  upload: 1.25,
  uploadMemoryMb: 32,
  /** Time until the last socket has the event of a change, against the change and a bare hub. */
  realtime: 1.2,
  /** Medians of a firm's writes and sign-ins beside one that is as busy as it can be, against an idle portal. */
  fairness: 3,
  workerBundleKb: 600,
  signInKb: 160,
  remoteKb: 60,
  /** Cold deep link on slow 4G against the same app as one bundle, and split by route. */
  deepLink: { bundled: 0.75, split: 1.05 },
  firstPaintMs: 1200,
  /** Without a slow network, with a CPU four times slower. */
  local: { lcp: 1200, inp: 120, cls: 0.02 },
  /** The table of 10,000 clients. */
  scroll: { taskMs: 50, heapMb: 60 },
  lighthouse: { accessibility: 100, practices: 100, mobile: 90, desktop: 95 },
  start: { seconds: 6, memoryMb: 450 },
} as const
