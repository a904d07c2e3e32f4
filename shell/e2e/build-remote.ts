import { join } from 'node:path'
import type { BundleConfig } from '../kit/build/base.ts'
import { compile } from '../kit/build/compile.ts'

/** Builds the remote in a folder. Runs as a process because Playwright's loader cannot import the bundler. */
const { default: config } = (await import(join(process.argv[2] ?? '', 'rspack.config.ts'))) as {
  default: (mode: 'production') => BundleConfig
}
await compile([config('production')])
