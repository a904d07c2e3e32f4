import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** Where the worker is built for deployment. */
export const WORKER_BUNDLE = join(root, 'worker/dist/index.js')

/** Bundles the worker into one file. @returns its size in bytes */
export async function bundleWorker(outfile: string = WORKER_BUNDLE): Promise<number> {
  const result = await build({
    entryPoints: [join(root, 'worker/src/index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    external: ['cloudflare:*', 'node:*'],
    minify: true,
    keepNames: true,
    sourcemap: 'external',
    metafile: true,
    logLevel: 'error',
  })
  return Object.values(result.metafile.outputs).reduce((most, o) => Math.max(most, o.entryPoint ? o.bytes : 0), 0)
}
