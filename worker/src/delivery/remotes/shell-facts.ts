import { incompatibility, type PackageVersions } from '@portal/contract/versions'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Candidate, liveOrWaiting } from './live-versions.ts'

/** Facts about the build of the shell, from the asset `/shell.json`. */
const ShellFacts = z.object({
  version: z.string(),
  contract: z.string(),
  sdk: z.string(),
  /** Paths of the scripts of each lazily loaded chunk, by name. */
  chunks: z.record(z.string(), z.array(z.string())),
  /** Names of the chunks of each page of the shell, by path. */
  pages: z.record(z.string(), z.array(z.string())),
})
export type ShellFacts = z.infer<typeof ShellFacts>

/** Cached, because the shell is deployed together with the worker. */
let known: ShellFacts | undefined

/** Returns the facts about the deployed shell. Throws when there is none. */
export async function shellFacts({ env, origin }: Pick<Context, 'env' | 'origin'>): Promise<ShellFacts> {
  if (known) return known
  const response = await env.ASSETS.fetch(new URL('/shell.json', origin))
  if (!response.ok) throw new Error(`shell.json: ${response.status}`)
  known = ShellFacts.parse(await response.json())
  return known
}

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
  running: Pick<ShellFacts, 'contract' | 'sdk' | 'pages'>,
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
