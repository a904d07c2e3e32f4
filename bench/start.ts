import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUDGETS } from './budgets.ts'
import { startPortal } from '../shell/e2e/portal.ts'
import { memoryOf, processTree } from './cpu.ts'
import type { Row } from './table.ts'

/** How long a portal takes until it answers, on an empty store and where it has run before, and what all its processes occupy. */
export async function startRows(): Promise<Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const begun = performance.now()
  const first = await startPortal(data)
  const empty = performance.now() - begun
  await first.stop()
  const started = performance.now()
  const portal = await startPortal(data)
  const took = performance.now() - started
  const memory = memoryOf(processTree(portal.process.pid ?? 0))
  await portal.stop()
  rmSync(data, { recursive: true, force: true })
  return [
    {
      what: 'start, from an empty store',
      figure: `${(empty / 1000).toFixed(1)} s`,
      against: 'with demo data and four remotes',
      budget: '',
      met: null,
    },
    {
      what: 'start, warm',
      figure: `${(took / 1000).toFixed(1)} s`,
      against: '',
      budget: `≤ ${BUDGETS.startMs / 1000} s`,
      met: took <= BUDGETS.startMs,
    },
    {
      what: 'Memory of all processes',
      figure: `${memory.toFixed(0)} MB`,
      against: '',
      budget: `≤ ${BUDGETS.startMb} MB`,
      met: memory <= BUDGETS.startMb,
    },
  ]
}
