import { registerHooks } from 'node:module'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'

/** Makes Node run `.tsx` files, whose types it can strip, but whose elements it cannot compile. */
export function runTsx(): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      if (!url.endsWith('.tsx')) return nextLoad(url, context)
      const { code } = rspack.experiments.swc.transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
      })
      return { format: 'module', source: code, shortCircuit: true }
    },
  })
}
