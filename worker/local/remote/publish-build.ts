import { PortalError } from '../portal-api.ts'
import { publishRemote } from '../publish.ts'
import { StartError } from '../sqld.ts'

/**
 * Publishes a build.
 * @returns what happened, in words
 * @throws StartError when the portal refuses it, with what to do next when another version went live meanwhile
 */
export async function publishBuild(build: Parameters<typeof publishRemote>[0]): Promise<string> {
  const { name, version, previous, staged, sent } = await publishRemote(build).catch((error: unknown) => {
    if (!(error instanceof PortalError) || error.code !== 'stale') throw error
    throw new StartError(`${error.message}\nCompare with it, then publish again with --over <version> to replace it.`)
  })
  const replaced = previous && previous !== version ? ` and replaced ${previous}` : ''
  const state = staged
    ? `was published ahead. ${staged} Until that portal is deployed, ${previous ?? 'no version'} stays live`
    : `is live${replaced}`
  return `${name} ${version} ${state}. Uploaded files: ${sent}.`
}
