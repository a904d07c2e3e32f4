import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { shellConfig } from '../../shell/kit/build/index.ts'
import { skeletonFirst, shellFacts } from '../../shell/kit/build/plugins.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the minimal app as the shell is built, so that the portal's worker serves it as it serves the shell. @returns the folder of the build */
export async function buildMinimal(): Promise<string> {
  const dir = join(root, 'shell')
  const config = shellConfig({ dir, mode: 'production' })
  const path = join(root, '.cache/minimal')
  const compiler = rspack({
    ...config,
    name: 'minimal',
    context: import.meta.dirname,
    entry: { main: './main.tsx' },
    output: { ...config.output, path },
    plugins: [
      new rspack.HtmlRspackPlugin({
        template: './index.html',
        filename: 'shell.html',
        scriptLoading: 'defer',
        inject: 'head',
        chunks: ['main'],
      }),
      skeletonFirst,
      shellFacts(dir),
    ],
    cache: false,
  })
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString({ all: false, errors: true })))
      else resolve()
    })
  })
  return path
}
