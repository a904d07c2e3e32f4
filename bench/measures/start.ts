import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../../shell/e2e/portal.ts'
import { memoryOf, processTree } from '../cpu.ts'

/** Measures the seconds until `pnpm start` answers in a folder that it has used before, and its memory in MB. */
export async function starting(): Promise<{ seconds: number; memory: number }> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  await (await startPortal(data)).stop()
  const began = performance.now()
  const portal = await startPortal(data)
  const seconds = (performance.now() - began) / 1000
  const memory = memoryOf(processTree(portal.process.pid ?? 0))
  await portal.stop()
  rmSync(data, { recursive: true })
  return { seconds, memory }
}
