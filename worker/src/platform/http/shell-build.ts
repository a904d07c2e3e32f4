import * as z from 'zod'
import type { Context } from '../../context.ts'

/** The build of the shell, from the asset `/shell.json`. */
const ShellBuild = z.object({
  version: z.string(),
  contract: z.string(),
  sdk: z.string(),
  /** Paths of the scripts of each lazily loaded chunk, by name. */
  chunks: z.record(z.string(), z.array(z.string())),
  /** Names of the chunks of each page of the shell, by path. */
  pages: z.record(z.string(), z.array(z.string())),
})
export type ShellBuild = z.infer<typeof ShellBuild>

/** Cached, because the shell is deployed together with the worker. */
let known: ShellBuild | undefined

/** Returns the build of the deployed shell. Throws when there is none. */
export async function shellBuild({ env, origin }: Pick<Context, 'env' | 'origin'>): Promise<ShellBuild> {
  if (known) return known
  const response = await env.ASSETS.fetch(new URL('/shell.json', origin))
  if (!response.ok) throw new Error(`shell.json: ${response.status}`)
  known = ShellBuild.parse(await response.json())
  return known
}
