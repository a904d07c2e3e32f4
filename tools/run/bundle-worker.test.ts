import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleWorker } from './bundle-worker.ts'

it('omits development routes and all but one Zod locale when it bundles for deployment', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-bundle-'))
  const file = join(dir, 'index.js')
  await bundleWorker('deployed', file)
  const code = readFileSync(file)
  await bundleWorker('development', file)
  expect(readFileSync(file, 'utf8')).toContain('/dev/follow-ups')
  expect(code.toString()).not.toContain('/dev/')
  rmSync(dir, { recursive: true })
  // The budget of the worker.
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(600_000)
  expect(code.toString()).toContain('Too small: expected')
  expect(code.toString()).not.toContain('erwartet instanceof')
})
