import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleWorker } from '../../local/bundle-worker.ts'
import { localSecret, startStack } from '../../local/stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string
    databaseUrl: string
    authSecret: string
    /** The worker's bundle, for tests that start a portal of their own. */
    bundle: string
  }
}

/** One real portal for all worker tests: built worker, database, R2 and Durable Objects; each test makes its own firm. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const bundle = join(data, 'worker', 'index.js')
  await bundleWorker(bundle)
  const shell = join(data, 'shell')
  mkdirSync(shell)
  writeFileSync(join(shell, 'shell.html'), '<!doctype html><html><head><title>Portal</title></head><body></body></html>')
  writeFileSync(
    join(shell, 'shell.json'),
    JSON.stringify({
      version: '1.0.0',
      contract: '1.2.0',
      sdk: '1.2.0',
      chunks: { federation: ['/assets/federation.js'], chat: ['/assets/chat.js'] },
    }),
  )
  const log: string[] = []
  const stack = await startStack({
    data,
    bundle,
    shell,
    port: 0,
    onLog: (line) => {
      log.push(line)
      if (line.includes('"event":"error"')) console.error(line)
    },
  })
  project.provide('portalUrl', stack.url)
  project.provide('databaseUrl', stack.sqld.url)
  project.provide('authSecret', localSecret(data))
  project.provide('bundle', bundle)
  return async () => {
    await stack.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
