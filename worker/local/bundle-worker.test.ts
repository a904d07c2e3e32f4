import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleWorker } from './bundle-worker.ts'

it('the worker fits its budget, and carries one of the fifty languages of zod: `import * as z`, not `{ z }`', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-bundle-'))
  const file = join(dir, 'index.js')
  await bundleWorker(file)
  const code = readFileSync(file)
  rmSync(dir, { recursive: true })
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(300_000)
  expect(code.toString()).toContain('Too small: expected')
  expect(code.toString()).not.toContain('erwartet instanceof')
})
