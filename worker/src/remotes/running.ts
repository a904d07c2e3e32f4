import type { RemoteEntry } from '@portal/contract/remotes'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** What the shell's build says about itself, in the asset `/shell.json`. */
const ShellFacts = z.object({
  version: z.string(),
  contract: z.string(),
  sdk: z.string(),
  /** Paths of the scripts that a lazily loaded part of the shell needs, by the part's name. */
  chunks: z.record(z.string(), z.array(z.string())),
})
export type ShellFacts = z.infer<typeof ShellFacts>

/** The facts of the shell that this worker was deployed with. Throws where there is none. */
export async function shellFacts({ env, origin }: Pick<Context, 'env' | 'origin'>): Promise<ShellFacts> {
  const response = await env.ASSETS.fetch(new URL('/shell.json', origin))
  if (!response.ok) throw new Error(`shell.json: ${response.status}`)
  return ShellFacts.parse(await response.json())
}

/** Whether what was built against one version runs on another: the same major, and a minor that is not older. */
export function fits(built: string, runs: string): boolean {
  const [major = 0, minor = 0] = built.split('.').map(Number)
  const [runsMajor = 0, runsMinor = 0] = runs.split('.').map(Number)
  return major === runsMajor && minor <= runsMinor
}

/** The shell's own pages, with the lazily loaded parts that each needs. */
export const SHELL_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['sign-in'],
  '/client-auth': ['client-auth'],
  '/client-setup': ['client-setup'],
  '/dashboard': ['bookkeeper', 'dashboard'],
  '/chat': ['bookkeeper', 'chat'],
  '/profile': ['bookkeeper', 'profile'],
  '/client-chat': ['client', 'client-chat'],
  '/client-profile': ['client', 'client-profile'],
}

/** Paths that no remote may take: those of the shell's pages, and the worker's own. */
const RESERVED = new Set([...Object.keys(SHELL_PAGES), '/api', '/assets', '/dev', '/remotes'])

/**
 * Throws `incompatible_remote`, with the reason, where a build does not fit what runs.
 * @param others the remotes that are live beside it
 */
export function requireFit(
  build: { contract: string; sdk: string; place: { routes: string[] } },
  running: Pick<ShellFacts, 'contract' | 'sdk'>,
  others: readonly Pick<RemoteEntry, 'name' | 'routes'>[],
): void {
  const refuse = (detail: string): never => {
    throw new AppError('incompatible_remote', { detail })
  }
  if (!fits(build.contract, running.contract)) refuse(`It was built against contract ${build.contract}; ${running.contract} runs.`)
  if (!fits(build.sdk, running.sdk)) refuse(`It was built against sdk ${build.sdk}; ${running.sdk} runs.`)
  for (const route of build.place.routes) {
    if (RESERVED.has(route)) refuse(`${route} belongs to the shell.`)
    const owner = others.find((other) => other.routes.includes(route))
    if (owner) refuse(`${route} belongs to ${owner.name}.`)
  }
}
