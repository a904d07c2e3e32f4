import { join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** Where the worker is built for deployment. */
export const WORKER_BUNDLE = join(root, 'worker/dist/index.js')

/** How code for workerd is bundled. */
export const FOR_WORKERD: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  external: ['cloudflare:*', 'node:*'],
}

/** Bundles the worker into one file. @returns its size in bytes */
export async function bundleWorker(outfile: string = WORKER_BUNDLE): Promise<number> {
  const result = await build({
    ...FOR_WORKERD,
    entryPoints: [join(root, 'worker/src/index.ts')],
    outfile,
    minify: true,
    keepNames: true,
    sourcemap: 'external',
    metafile: true,
    logLevel: 'error',
  })
  return Object.values(result.metafile.outputs).reduce((most, o) => Math.max(most, o.entryPoint ? o.bytes : 0), 0)
}
