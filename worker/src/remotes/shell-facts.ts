import type { RemoteEntry } from '@portal/contract/remotes'
import { incompatibility } from '@portal/contract/versions'
import * as z from 'zod'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

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

/**
 * Throws `incompatible_remote` with the reason when a build is not compatible with the running portal.
 * @param others the other live remotes
 */
export function requireCompatible(
  build: { contract: string; sdk: string; place: { routes: string[] } },
  running: Pick<ShellFacts, 'contract' | 'sdk' | 'pages'>,
  others: readonly Pick<RemoteEntry, 'name' | 'routes'>[],
): void {
  const refuse = (detail: string): never => {
    throw new AppError('incompatible_remote', { detail })
  }
  const reason = incompatibility(build, running)
  if (reason) refuse(reason)
  for (const route of build.place.routes) {
    if (RESERVED.includes(route) || route in running.pages) refuse(`${route} belongs to the shell.`)
    const owner = others.find((other) => other.routes.includes(route))
    if (owner) refuse(`${route} belongs to ${owner.name}.`)
  }
}

/** Returns the routes that the other live remotes claim. */
export const routesOfOthers = (
  name: string,
  live: readonly { name: string; place: Pick<RemoteEntry, 'routes'> }[],
): Pick<RemoteEntry, 'name' | 'routes'>[] =>
  live.filter((other) => other.name !== name).map((other) => ({ name: other.name, routes: other.place.routes }))
