import { SHELL_PAGES } from '@portal/contract/pages'
import type { PageHeading, RemoteEntry } from '@portal/contract/remotes'
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
  /** Path of the script that requests the data of a page while its code is loading. */
  early: z.string().default(''),
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

/** The shell's pages with the names of their lazily loaded chunks. */
export const SHELL_CHUNKS: Readonly<Record<string, readonly string[]>> = {
  '/': ['sign-in'],
  '/client-auth': ['client-auth'],
  '/client-setup': ['client-setup'],
  '/mail-off': ['mail-off'],
  '/dashboard': ['bookkeeper', 'dashboard'],
  '/notifications': ['bookkeeper', 'notifications'],
  '/chat': ['bookkeeper', 'chat'],
  '/profile': ['bookkeeper', 'profile'],
  '/profile/webhooks': ['bookkeeper', 'webhooks'],
  '/profile/deliveries': ['bookkeeper', 'deliveries'],
  '/profile/audit': ['bookkeeper', 'audit'],
  '/client-chat': ['client', 'client-chat'],
  '/client-notifications': ['client', 'client-notifications'],
  '/client-profile': ['client', 'client-profile'],
  '/client-email': ['client', 'client-email'],
}

/** Early API requests of the shell's pages (see `RemotePlace.data`). */
export const SHELL_DATA: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['/api/dashboard'],
}

/** The headings that the shell's own pages show while their code loads, by path. */
export const SHELL_HEADINGS: Readonly<Record<string, PageHeading>> = Object.fromEntries(
  Object.entries(SHELL_PAGES).flatMap(([path, { heading, hasOutline }]) => (hasOutline ? [[path, heading]] : [])),
)

/** Paths that remotes cannot claim: the shell's pages and the worker's own routes. */
const RESERVED = new Set([...Object.keys(SHELL_CHUNKS), '/api', '/assets', '/dev', '/remotes'])

/**
 * Throws `incompatible_remote` with the reason when a build is not compatible with the running portal.
 * @param others the other live remotes
 */
export function requireCompatible(
  build: { contract: string; sdk: string; place: { routes: string[] } },
  running: Pick<ShellFacts, 'contract' | 'sdk'>,
  others: readonly Pick<RemoteEntry, 'name' | 'routes'>[],
): void {
  const refuse = (detail: string): never => {
    throw new AppError('incompatible_remote', { detail })
  }
  const reason = incompatibility(build, running)
  if (reason) refuse(reason)
  for (const route of build.place.routes) {
    if (RESERVED.has(route)) refuse(`${route} belongs to the shell.`)
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
