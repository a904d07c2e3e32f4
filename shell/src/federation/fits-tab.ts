import type { RemoteEntry } from '@portal/contract/remotes'
import { incompatibility, type PackageVersions } from '@portal/contract/versions'

/** Versions of contract and sdk that this shell was built with. Defined by the build. */
declare const SHELL_RUNS: PackageVersions

/**
 * Returns whether this tab can run a version. The worker checks against the shell that it serves
 * now, but a tab that was opened earlier has an older one.
 */
export const fitsTab = (entry: RemoteEntry): boolean => incompatibility(entry, SHELL_RUNS) === undefined
