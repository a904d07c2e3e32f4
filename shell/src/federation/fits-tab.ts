import type { RemoteEntry } from '@portal/contract/remotes'
import { incompatibility, type PackageVersions } from '@portal/contract/versions'

/** PackageVersions of contract and sdk that this shell was built with; put in by the build. */
declare const SHELL_RUNS: PackageVersions

/**
 * Whether this tab can run a version. The worker judges by the shell that it serves now; a tab that was opened before has an older one, and
 * what was built since may ask more of it than it has.
 */
export const fitsTab = (entry: RemoteEntry): boolean => incompatibility(entry, SHELL_RUNS) === undefined
