import { join } from 'node:path'
import type { BundleConfig } from '../kit/build/base.ts'
import { compile } from '../kit/build/compile.ts'

/** Builds the remote in the folder given as argument. A process of its own: the bundler's modules are not for the test runner's loader. */
const { default: config } = (await import(join(process.argv[2] ?? '', 'rspack.config.ts'))) as {
  default: (mode: 'production') => BundleConfig
}
await compile([config('production')])
