import type { CDPSession, Page } from '@playwright/test'
import { openContext } from '../browser.ts'
import { CLIENTS, type FilledSite } from '../setup/setups.ts'

const WHEEL_PX = 900

/** A task in a trace of the browser. */
interface Task {
  name: string
  ph: string
  pid: number
  tid: number
  /** CPU time in microseconds, which other load on the machine does not affect. */
  tdur?: number
  args: { name?: string }
}

const lastRow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('[aria-rowindex]')]
    return Math.max(...rows.map((row) => Number(row.getAttribute('aria-rowindex'))))
  })

/** Turns the wheel, more than a screen per frame, until the row is there. */
async function scrollTo(page: Page, row: number): Promise<void> {
  await page.mouse.move(640, 500)
  while ((await lastRow(page)) < row) {
    await page.mouse.wheel(0, WHEEL_PX)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
}

/** Returns the longest task of the page's main thread while `act` runs, in ms of CPU time. */
async function longestTask(cdp: CDPSession, act: () => Promise<void>): Promise<number> {
  const events: Task[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Task[])))
  const traceConfig = { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] }
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await act()
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
  const threadOf = ({ pid, tid }: Task): string => `${pid}:${tid}`
  const isMain = (e: Task): boolean => e.name === 'thread_name' && e.args.name === 'CrRendererMain'
  const mainThreads = new Set(events.filter(isMain).map(threadOf))
  const tasks = events.filter((e) => e.ph === 'X' && mainThreads.has(threadOf(e)))
  return tasks.reduce((longest, e) => Math.max(longest, e.tdur ?? 0), 0) / 1000
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find((m) => m.name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
}

/**
 * Scrolls from the first of 10,000 clients to the last. Measures the longest task in ms of CPU time, and the memory at
 * the end in MB.
 */
export async function scrolling({ site, browser }: FilledSite): Promise<{ task: number; heap: number }> {
  await using context = await openContext(browser, site, 'bookkeeper')
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(`${site.url}/clients`)
  await page.getByRole('row').nth(5).waitFor()
  const task = await longestTask(cdp, () => scrollTo(page, CLIENTS))
  return { task, heap: await heapOf(cdp) }
}
