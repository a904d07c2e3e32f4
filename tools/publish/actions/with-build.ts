import { rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartError } from '../../command/start-error.ts'
import { requireCurrentFlags } from '../../operate/flags/require-current.ts'
import { readBuild } from '../build/built-remote.ts'
import { prepareBuild } from '../build/prepare-build.ts'
import { buildRemote, REMOTES } from './workspace.ts'

/** The options of actions that publish a build. */
export const BUILD_OPTIONS = {
  dist: { type: 'string' },
  place: { type: 'string' },
  contract: { type: 'string' },
  sdk: { type: 'string' },
} as const

type Given = { [K in keyof typeof BUILD_OPTIONS]?: string | undefined }

/**
 * Calls `publish` with the folder of a remote whose `dist` can be published: built here, or prepared from `--dist`,
 * which in other repositories is `dist` by default.
 * `sources` is in the repository that it was built from.
 * @throws StartError when the build is missing or invalid, or a feature flag of the remote has expired
 */
export async function withBuild<T>(
  name: string,
  given: Given,
  publish: (build: { dir: string; sources: string }) => Promise<T>,
): Promise<T> {
  const { place, contract, sdk } = given
  const use: typeof publish = async (build) => {
    requireCurrentFlags(name, readBuild(build.dir).place.flags)
    return publish(build)
  }
  if (given.dist === undefined && REMOTES.includes(name)) {
    const dir = await buildRemote(name)
    return use({ dir, sources: dir })
  }
  if (given.dist === undefined && REMOTES.length > 0)
    throw new StartError(
      `There is no remote ${name} in this workspace: ${REMOTES.join(', ')}. Pass its build as --dist.`,
    )
  const dist = resolve(given.dist ?? 'dist')
  const dir = prepareBuild({ name, dist, place: place && resolve(place), contract, sdk })
  return use({ dir, sources: dirname(dist) }).finally(() => rmSync(dir, { recursive: true }))
}
