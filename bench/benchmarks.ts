import { type Benchmark, benchmark } from './benchmark.ts'
import { median, percentile } from './cpu.ts'
import { listing, memoryOfLists, updating, workerBundle } from './measures/api.ts'
import { measureCurve } from './measures/curve.ts'
import * as deepLinks from './measures/deep-link.ts'
import { besideBusyFirm, limitedPortal } from './measures/fairness.ts'
import { measureLighthouse } from './measures/lighthouse.ts'
import { visiting } from './measures/pages.ts'
import * as pages from './measures/pages-targets.ts'
import { delivering } from './measures/realtime.ts'
import { measureRoundTrips } from './measures/round-trips.ts'
import { scrolling } from './measures/scroll.ts'
import { scripts } from './measures/size.ts'
import { starting } from './measures/start.ts'
import { inParts, memoryOfUpload, uploading, whole } from './measures/upload.ts'
import { writing } from './measures/writes.ts'
import { type Row, ratioRow, valueRow } from './rows.ts'
import { emptyPortal, filledPortal, filledSite, nothing, threeBuilds } from './setup/setups.ts'

/** The table of `pnpm bench`: what each benchmark needs, how it is measured, and its rows with their budgets. */

const list = (width: number, atMost: number) =>
  benchmark(filledPortal, listing(width), ({ cpu }) => [
    ratioRow(`List of 100 of 10,000 clients, ${width} at once: CPU`, cpu, 'ms', { atMost }),
  ])

const uploadMemory = (what: string, upload: typeof whole) =>
  benchmark(emptyPortal, memoryOfUpload(upload), ({ little, much }) => [
    valueRow(`Memory during an upload of 50 MB, ${what}`, much - little, 'MB', {
      atMost: 32,
      note: `more than an upload of 5 MB: ${much.toFixed(0)} against ${little.toFixed(0)} MB`,
    }),
  ])

const besideBusy = (what: string, busy: readonly number[], idle: readonly number[]): Row =>
  ratioRow(`${what} beside the busiest firm, median`, [median(busy), median(idle)], 'ms', {
    atMost: 3,
    note: `slowest twentieth ${percentile(busy, 0.95).toFixed(0)} ms`,
  })

const javaScript = (what: string, atMost: number, ...where: Parameters<typeof scripts>) =>
  benchmark(filledSite, scripts(...where), ({ size, files }) => [
    valueRow(`JavaScript ${what}`, size, 'kB gz', { atMost, note: `${files} files` }),
  ])

/** Whole tables that take many minutes: measured only by name. */
const table = (measure: () => Promise<Row[]>) => [benchmark(nothing, measure, (rows) => rows)]
export const BY_NAME: ReadonlySet<string> = new Set(['trips', 'curve', 'lighthouse'])

export const PARTS: Record<string, readonly Benchmark[]> = {
  api: [
    list(1, 1.7),
    list(16, 2.2),
    benchmark(filledPortal, updating, ({ cpu }) => [
      ratioRow('One update at a time, with all that follows: CPU', cpu, 'ms', { atMost: 3 }),
    ]),
    benchmark(filledPortal, memoryOfLists, ({ memory, growth }) => [
      ratioRow('Memory after 20,000 lists', memory, 'MB', { atMost: 1.2, note: `in the second half ${growth}` }),
    ]),
    benchmark(filledPortal, workerBundle, (size) => [valueRow('Worker bundle', size, 'kB gz', { atMost: 600 })]),
  ],
  writes: [
    benchmark(filledPortal, writing, ({ rate }) => [
      ratioRow('16 updates at once, against the same batch sent to the database', rate, 'per second', { atLeast: 0.7 }),
    ]),
  ],
  realtime: [
    benchmark(filledPortal, delivering, ({ time, hub }) => [
      ratioRow('A change → last of 100 sockets, p50', time, 'ms', {
        atMost: 1.2,
        note: `the hub ${hub.toFixed(1)} ms`,
      }),
    ]),
  ],
  upload: [
    benchmark(emptyPortal, uploading, ({ cpu }) => [
      ratioRow('1 MB upload with all checks: CPU', cpu, 'ms', { atMost: 1.25 }),
    ]),
    uploadMemory('whole', whole),
    uploadMemory('in parts', inParts),
  ],
  fairness: [
    benchmark(limitedPortal, besideBusyFirm, ({ busy, idle, memory }) => [
      besideBusy('Writes', busy.writes, idle.writes),
      besideBusy('Sign-ins', busy.signIns, idle.signIns),
      ratioRow('Memory of the worker in the last half minute, against the first', memory, 'MB', { atMost: 1.2 }),
    ]),
  ],
  size: [
    javaScript('of the sign-in page', 160, 'signed out', '/', '/'),
    javaScript('added by mf-clients', 60, 'bookkeeper', '/clients', '/remotes/mf-clients/'),
    javaScript('added by mf-workforms', 60, 'bookkeeper', '/workforms', '/remotes/mf-workforms/'),
    javaScript('added by mf-review', 60, 'bookkeeper', '/form-submissions', '/remotes/mf-review/'),
    javaScript('added by mf-client-portal', 60, 'client', '/client-dashboard', '/remotes/mf-client-portal/'),
  ],
  pages: pages.TARGETS.map((target) =>
    benchmark(filledSite, visiting(target), ({ lcp, largest, inp, steps, cls, shifted }) => [
      valueRow(`${target.name}: LCP`, lcp, 'ms', { atMost: 1200, note: largest }),
      valueRow(`${target.name}: INP`, inp, 'ms', { atMost: 120, note: steps }),
      valueRow(`${target.name}: CLS`, cls, '', { atMost: 0.02, digits: 3, note: shifted }),
    ]),
  ),
  scroll: [
    benchmark(filledSite, scrolling, ({ task, heap }) => [
      valueRow('10,000 clients, scrolled through: longest task', task, 'ms', { atMost: 50, note: 'CPU time' }),
      valueRow('10,000 clients, scrolled through: heap', heap, 'MB', { atMost: 60, note: 'after garbage collection' }),
    ]),
  ],
  'deep-link': deepLinks.TARGETS.map((target) =>
    benchmark(threeBuilds, deepLinks.loading(target), ({ portal, bundled, split, paint }) => [
      ratioRow(`${target.name}, against one bundle`, [portal, bundled], 'ms', { atMost: 0.75 }),
      ratioRow(`${target.name}, against split by route`, [portal, split], 'ms', { atMost: 1.05 }),
      valueRow(`${target.name}, first contentful paint`, paint, 'ms', { atMost: 1200 }),
    ]),
  ),
  start: [
    benchmark(nothing, starting, ({ seconds, memory }) => [
      valueRow('start, warm', seconds, 's', { atMost: 6 }),
      valueRow('Memory of all processes', memory, 'MB', { atMost: 450 }),
    ]),
  ],
  trips: table(measureRoundTrips),
  curve: table(measureCurve),
  lighthouse: table(measureLighthouse),
}
