import { type Configuration, type MultiStats, rspack } from '@rspack/core'

/**
 * Builds all configurations in one process and prints their warnings. Rejects with the errors as text if one fails; the
 * others are written nevertheless.
 */
export async function compile(configs: Configuration[]): Promise<void> {
  if (configs.length === 0) return
  const compiler = rspack(configs)
  const stats = await new Promise<MultiStats>((resolve, reject) => {
    compiler.run((error, result) =>
      result ? resolve(result) : reject(error ?? new Error('The build gave no result.')),
    )
  })
  await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())))
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, colors: false }))
  if (stats.hasWarnings()) console.warn(stats.toString({ all: false, warnings: true, colors: false }))
}
