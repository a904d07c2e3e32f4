import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../shell/e2e/portal.ts'
import { BUDGETS } from './budgets.ts'
import { memoryOf, processTree } from './cpu.ts'
import { limitRow, type Row } from './table.ts'

/** Measures the time until `pnpm start` answers in a folder that it has used before, and the memory it takes. */
export async function measureStart(): Promise<Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  await (await startPortal(data)).stop()
  const began = performance.now()
  const portal = await startPortal(data)
  const seconds = (performance.now() - began) / 1000
  const memory = memoryOf(processTree(portal.process.pid ?? 0))
  await portal.stop()
  rmSync(data, { recursive: true })
  return [
    limitRow('start, warm', seconds, BUDGETS.start.seconds, 's'),
    limitRow('Memory of all processes', memory, BUDGETS.start.memoryMb, 'MB'),
  ]
}
