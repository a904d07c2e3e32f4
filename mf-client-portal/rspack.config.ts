import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mode, remoteConfig } from '@portal/kit/build'

/**
 * libheif for browsers that cannot show HEIC photos, in the build of heic-to without `eval` and WebAssembly. Its worker
 * loads it by name (docs/decisions/0052).
 */
const heicTo = join(dirname(fileURLToPath(import.meta.resolve('heic-to'))), '..')
const copy = [
  {
    from: join(heicTo, 'src/lib/libheif-without-unsafe-eval.js'),
    to: 'workers/libheif.js',
    // A classic script, like all scripts of remotes: its variable is global there.
    transform: (content: Buffer): string => content.toString().replace('export default buildLibheif', ''),
  },
]

const workers = [
  { from: join(import.meta.dirname, 'src/photo/heic-worker.ts'), to: 'workers/heic.js' },
  { from: join(import.meta.dirname, 'src/scan/scan-worker.ts'), to: 'workers/scan.js' },
]

export default (mode: Mode) => remoteConfig({ dir: import.meta.dirname, name: 'mf-client-portal', mode, copy, workers })
