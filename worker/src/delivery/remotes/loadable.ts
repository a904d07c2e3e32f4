import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Build, keyOf } from './build-files.ts'
import { loadProblem } from './check-manifest.ts'

/** Throws `incompatible_remote` with the reason when the shell cannot load a build, according to its manifest. */
export async function requireLoadable({ env }: Context, { name, version, files }: Build): Promise<void> {
  const object = await env.REMOTES.get(keyOf(name, version, 'mf-manifest.json'))
  const manifest: unknown = object ? await object.json().catch(() => undefined) : undefined
  const paths = files.map(({ path }) => path)
  const problem = object ? loadProblem(manifest, paths) : 'The build has no mf-manifest.json.'
  if (problem) throw new AppError('incompatible_remote', { detail: problem })
}
