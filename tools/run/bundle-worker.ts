import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { ROOT } from '../command/root.ts'

/** The bundle for deployment. */
export const WORKER_BUNDLE = join(ROOT, 'worker/dist/index.js')
/** The bundle with development routes, for a portal on this machine. */
export const DEVELOPMENT_BUNDLE = join(ROOT, 'worker/dist/development.js')

/** esbuild options for code that runs in workerd. */
export const FOR_WORKERD: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  external: ['cloudflare:*', 'node:*'],
}

/** Bundles the worker into one file, for deployment or with development routes. @returns its size in bytes */
export async function bundleWorker(kind: 'deployed' | 'development', outfile?: string): Promise<number> {
  const development = kind === 'development'
  const result = await build({
    ...FOR_WORKERD,
    entryPoints: [join(ROOT, development ? 'worker/src/dev/index.ts' : 'worker/src/index.ts')],
    outfile: outfile ?? (development ? DEVELOPMENT_BUNDLE : WORKER_BUNDLE),
    minify: true,
    keepNames: true,
    sourcemap: 'external',
    metafile: true,
    logLevel: 'error',
  })
  return Object.values(result.metafile.outputs).reduce((most, o) => Math.max(most, o.entryPoint ? o.bytes : 0), 0)
}
