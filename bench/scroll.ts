import type { CDPSession, Page } from '@playwright/test'
import { REMOTES } from '../worker/local/build.ts'
import { publishAll } from '../worker/local/publish-all.ts'
import { openBrowser } from './size.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const WHEEL_PX = 900

/** A traced task of the page's main thread. */
interface Task {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of CPU: what else the machine does is not in it. */
  tdur?: number
  args: { name?: string }
}

/** Opens the clients of the world's bookkeeper. */
async function openClients(page: Page, world: World): Promise<void> {
  const user = { id: world.userId, role: 'bookkeeper', email: 'bench@example.com', name: 'Bench' }
  const session = { access_token: world.token, expires_at: new Date(Date.now() + 3_600_000).toISOString(), user }
  await page.goto(`${world.stack.url}/icon.svg`)
  await page.evaluate((text) => localStorage.setItem('portal.session', text), JSON.stringify(session))
  await page.goto(`${world.stack.url}/clients`)
  await page.getByRole('row').nth(5).waitFor()
}

const lastRow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('[aria-rowindex]')].map((row) => Number(row.getAttribute('aria-rowindex'))),
    ),
  )

/** Turns the wheel, more than a screen a frame, until the row with this number is there. */
async function scrollTo(page: Page, row: number): Promise<void> {
  await page.mouse.move(640, 500)
  while ((await lastRow(page)) < row) {
    await page.mouse.wheel(0, WHEEL_PX)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
}

/** The longest task of the page's main thread while `act` runs, in ms of CPU. */
async function longestTask(page: Page, cdp: CDPSession, act: () => Promise<void>): Promise<number> {
  const events: Task[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Task[])))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  await act()
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await ended
  const main = new Set(
    events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}:${e.tid}`),
  )
  const tasks = events.filter((e) => e.ph === 'X' && e.tdur !== undefined && main.has(`${e.pid}:${e.tid}`))
  return Math.max(...tasks.map((e) => e.tdur ?? 0)) / 1000
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find((m) => m.name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
}

/** Scrolling from the first client to the last: what the worst task takes of the processor, and what memory is in use at the end. */
export async function scrollRows(world: World): Promise<Row[]> {
  await publishAll(world.stack, world.data, REMOTES)
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    await openClients(page, world)
    const rows = world.clientIds.length
    const longest = await longestTask(page, cdp, () => scrollTo(page, rows))
    const heap = await heapOf(cdp)
    const what = `Table of ${rows.toLocaleString('en-US')} clients, scrolled through`
    return [
      {
        what: `${what}: longest task`,
        figure: `${longest.toFixed(0)} ms`,
        against: 'CPU time',
        budget: '≤ 50 ms',
        met: longest <= 50,
      },
      {
        what: `${what}: heap`,
        figure: `${heap.toFixed(0)} MB`,
        against: 'after a collection',
        budget: '≤ 60 MB',
        met: heap <= 60,
      },
    ]
  } finally {
    await browser.close()
  }
}
