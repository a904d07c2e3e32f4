import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { shellConfig } from '../shell/kit/build/index.ts'
import { bundleWorker } from '../worker/local/bundle-worker.ts'

/** The floor of `pnpm build`: the same sources through rspack as one application, and the worker through esbuild; no cache, nothing around it. */

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portal-build-'))
const config = shellConfig({ dir: join(root, 'shell'), mode: 'production' })
const bare: Configuration = {
  ...config,
  cache: false,
  output: { ...config.output, path: join(folder, 'app') },
  resolve: {
    ...config.resolve,
    alias: { [join(root, 'shell/src/federation/runtime.ts')]: join(root, 'bench/one-app/split.ts') },
  },
}
const app = new Promise<void>((resolve, reject) => {
  const compiler = rspack(bare)
  compiler.run((error, stats) => {
    compiler.close(() => undefined)
    if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString({ all: false, errors: true })))
    else resolve()
  })
})
await Promise.all([
  app,
  ...(['deployed', 'development'] as const).map((kind) => bundleWorker(kind, join(folder, `${kind}.js`))),
])
rmSync(folder, { recursive: true })
