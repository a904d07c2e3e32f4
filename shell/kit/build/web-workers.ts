import { build } from 'esbuild'
import type { Mode } from './base.ts'

/** A web worker of a remote: its first module, and the name of its script in the build. */
export interface WebWorker {
  from: string
  /** Such as `workers/scan.js`. */
  to: string
}

/**
 * Returns web workers as files to copy, each bundled to one classic script. As chunks of the remote they would start
 * with the federation runtime, which runs in pages only.
 */
export const bundleWorkers = (workers: readonly WebWorker[], mode: Mode) =>
  workers.map((worker) => ({
    ...worker,
    transform: async (_: Buffer, entry: string): Promise<string> => {
      const minify = mode === 'production'
      const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        minify,
        legalComments: 'none',
      })
      return outputFiles[0]?.text ?? ''
    },
  }))
