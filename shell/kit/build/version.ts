import { createHash } from 'node:crypto'
import type { PublishRemote } from '@portal/contract/remotes'

const major = (version: string): string | undefined => version.split('.')[0]

/**
 * Returns the version of a build: that of its package, and a hash of its place and its published files. Equal builds
 * have the same version wherever and whenever they are made. A minor version of contract or sdk that changes no file
 * makes no new version.
 */
export function versionOf(
  packageVersion: string,
  { contract, sdk, place, files }: Pick<PublishRemote, 'contract' | 'sdk' | 'place' | 'files'>,
): string {
  const content = JSON.stringify([major(contract), major(sdk), place, files])
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
  return `${packageVersion.replace(/-.*/, '')}-${hash}`
}
