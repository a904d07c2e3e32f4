import type { Browser } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { median } from './cpu.ts'
import { buildMinimal } from './minimal/build.ts'
import { startVisited, type Visited } from './pages/people.ts'
import { type Target, TARGETS } from './pages/targets.ts'
import { visit, type Visit } from './pages/visit.ts'
import { openBrowser } from './size.ts'
import type { Row } from './table.ts'

/**
 * `pnpm bench pages`: what four pages weigh, how many requests follow one another, and how soon and steadily they answer, next to pages of the
 * same shape that are made of the same libraries and nothing else (bench/minimal), built and served alike.
 */

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)

/** As the design says, without a slow line. */

const middle = (visits: readonly Visit[], of: (visit: Visit) => number): number => median(visits.map(of))
/** The slowest step, by the middle of its rounds. */
function slowest(visits: readonly Visit[]): { ms: number; step: string } {
  const steps = Object.keys(visits[0]?.inp ?? {}).map((step) => ({ step, ms: middle(visits, (v) => v.inp[step] ?? 0) }))
  return steps.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: Number.NaN, step: '' }
}
const worstShift = (visits: readonly Visit[]): Visit | undefined => visits.toSorted((a, b) => b.cls - a.cls)[0]

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
const ms = (value: number): string => `${value.toFixed(0)} ms`

/** What `name` weighs and how it does on a slow line, next to the minimal page. */
function slowRows(name: string, portal: readonly Visit[], minimal: readonly Visit[]): Row[] {
  const row = (what: string, figure: string, against: string): Row => ({
    what: `${name}: ${what}`,
    figure,
    against,
    budget: '',
    met: null,
  })
  const weight = (what: string, of: (visit: Visit) => number): Row =>
    row(what, kB(middle(portal, of)), `minimal ${kB(middle(minimal, of))}`)
  const ratio = (what: string, mine: number, floor: number): Row =>
    row(`${what}, slow 4G`, `${(mine / floor).toFixed(2)} × floor`, `${ms(mine)} against ${ms(floor)}`)
  const sequence = (visits: readonly Visit[]): string =>
    `${middle(visits, (v) => v.inSequence)} of ${middle(visits, (v) => v.requests)}`
  const [mine, theirs] = [slowest(portal), slowest(minimal)]
  return [
    weight('JavaScript, gz', (v) => v.js),
    weight('CSS, gz', (v) => v.css),
    row('requests in sequence until it is of use', sequence(portal), `minimal ${sequence(minimal)}`),
    ratio(
      'of use',
      middle(portal, (v) => v.useful),
      middle(minimal, (v) => v.useful),
    ),
    ratio(
      'LCP',
      middle(portal, (v) => v.lcp),
      middle(minimal, (v) => v.lcp),
    ),
    row('INP, slow 4G', ms(mine.ms), `${mine.step}; minimal ${ms(theirs.ms)}, ${theirs.step}`),
    row(
      'CLS, slow 4G',
      (worstShift(portal)?.cls ?? 0).toFixed(3),
      `minimal ${(worstShift(minimal)?.cls ?? 0).toFixed(3)}`,
    ),
  ]
}

/** How `name` does without a slow line, held against the design; what the minimal page takes for the longest of its steps stands beside it. */
function localRows(name: string, visits: readonly Visit[], minimal: readonly Visit[]): Row[] {
  const row = (what: string, value: number, limit: number, unit: string, detail: string): Row => ({
    what: `${name}: ${what}, local`,
    figure: unit ? ms(value) : value.toFixed(3),
    against: detail,
    budget: `≤ ${limit}${unit}`,
    met: value <= limit,
  })
  const [long, shift] = [slowest(visits), worstShift(visits)]
  const steps = Object.keys(visits[0]?.inp ?? {}).map(
    (step) =>
      `${step} ${middle(visits, (v) => v.inp[step] ?? 0)} (minimal ${middle(minimal, (v) => v.inp[step] ?? 0)})`,
  )
  return [
    row(
      'LCP',
      middle(visits, (v) => v.lcp),
      BUDGETS.local.lcp,
      ' ms',
      visits[0]?.largest ?? '',
    ),
    row('INP', long.ms, BUDGETS.local.inp, ' ms', steps.join(', ')),
    row('CLS', shift?.cls ?? Number.NaN, BUDGETS.local.cls, '', [...new Set(shift?.shifted)].slice(0, 3).join(', ')),
  ]
}

async function measure(browser: Browser, portal: Visited, minimal: Visited, target: Target): Promise<Row[]> {
  const visits: Record<'slow' | 'slowMinimal' | 'local' | 'localMinimal', Visit[]> = {
    slow: [],
    slowMinimal: [],
    local: [],
    localMinimal: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    visits.slow.push(await visit(browser, portal, target, { name: 'slow 4G', slowLine: true }))
    visits.slowMinimal.push(await visit(browser, minimal, target, { name: 'minimal, slow 4G', slowLine: true }))
    visits.local.push(await visit(browser, portal, target, { name: 'local', slowLine: false }))
    visits.localMinimal.push(await visit(browser, minimal, target, { name: 'minimal, local', slowLine: false }))
  }
  return [
    ...slowRows(target.name, visits.slow, visits.slowMinimal),
    ...localRows(target.name, visits.local, visits.localMinimal),
  ]
}

/** Weight, requests, paint, interaction and shift of four pages, on a processor four times slower. */
export async function pagesRows(): Promise<Row[]> {
  const shell = await buildMinimal()
  await using portal = await startVisited()
  await using minimal = await startVisited(shell)
  const browser = await openBrowser()
  try {
    const rows: Row[] = []
    for (const target of TARGETS) rows.push(...(await measure(browser, portal, minimal, target)))
    return rows
  } finally {
    await browser.close()
  }
}
