import { rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildAll, REMOTES } from '../build.ts'
import { requireCurrentFlags } from '../flags/require-current.ts'
import { prepareBuild } from '../remotes/prepare-build.ts'
import { StartError } from '../sqld.ts'

const root = join(import.meta.dirname, '../../..')

/** The options of actions that publish a build. */
export const BUILD_OPTIONS = {
  dist: { type: 'string' },
  place: { type: 'string' },
  contract: { type: 'string' },
  sdk: { type: 'string' },
} as const

type Given = { [K in keyof typeof BUILD_OPTIONS]?: string | undefined }

/**
 * Calls `use` with the folder of a remote whose `dist` can be published: built here, or prepared from `--dist`.
 * `sources` is in the repository that it was built from.
 */
export async function withBuild<T>(
  name: string,
  given: Given,
  use: (build: { dir: string; sources: string }) => Promise<T>,
): Promise<T> {
  const { dist, place, contract, sdk } = given
  if (dist === undefined) {
    if (!REMOTES.includes(name))
      throw new StartError(
        `There is no remote ${name} in this workspace: ${REMOTES.join(', ')}. Pass its build as --dist.`,
      )
    requireCurrentFlags(name)
    await buildAll({ only: [name] })
    const dir = join(root, name)
    return use({ dir, sources: dir })
  }
  const sources = dirname(resolve(dist))
  const dir = prepareBuild({ name, dist: resolve(dist), place: place && resolve(place), contract, sdk })
  return use({ dir, sources }).finally(() => rmSync(dir, { recursive: true }))
}
