import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '../../worker/local/stack.ts'

// Old helpers: use lib/target.ts.
export type { Target } from './lib/target.ts'
export const NO_FLOOD_LIMIT = 1_000_000

export async function startTarget(options: { floodLimit?: number; vars?: Record<string, string> }) {
  const data = mkdtempSync(join(tmpdir(), 'portal-attack-'))
  const stack = await startStack({ data, port: 0, floodLimit: NO_FLOOD_LIMIT, ...options })
  return {
    url: stack.url,
    async stop() {
      await stack.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
