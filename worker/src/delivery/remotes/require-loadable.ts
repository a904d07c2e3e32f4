import { incompatibility, type PackageVersions } from '@portal/contract/versions'
import { AppError } from '../../errors.ts'
import type { ShellBuild } from '../../platform/http/shell-build.ts'
import { type Candidate, liveOrWaiting } from './live-versions.ts'

/** Paths of the worker's own routes. Remotes can claim neither these nor the shell's pages. */
const RESERVED = ['/api', '/assets', '/dev', '/remotes']

/** Throws `incompatible_remote` with the reason when the running portal cannot load a build. */
export function requireCompatible(build: PackageVersions, running: PackageVersions): void {
  const reason = incompatibility(build, running)
  if (reason) throw new AppError('incompatible_remote', { detail: reason })
}

/**
 * Throws `incompatible_remote` when a build claims pages of the shell, or of another remote that is live or waits.
 * @param rows the versions that may be live
 */
export function requireFreeRoutes(
  build: { name: string; place: { routes: string[] } },
  running: Pick<ShellBuild, 'contract' | 'sdk' | 'pages'>,
  rows: readonly Candidate[],
): void {
  const refuse = (route: string, owner: string): never => {
    throw new AppError('incompatible_remote', { detail: `${route} belongs to ${owner}.` })
  }
  const others = liveOrWaiting(rows, running).filter(({ name }) => name !== build.name)
  for (const route of build.place.routes) {
    if (RESERVED.includes(route) || route in running.pages) refuse(route, 'the shell')
    const owner = others.find(({ place }) => place.routes.includes(route))
    if (owner) refuse(route, owner.name)
  }
}
