import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartError } from '../../command/start-error.ts'

/** Maximum size of the scripts of a page, in kB (gzipped), for remotes that set none. */
const DEFAULT_KB = 60

const Package = z.object({ portal: z.object({ maxSize: z.number().int().positive().optional() }).optional() })

/**
 * Returns the maximum size of the scripts of a page, in kB (gzipped): `portal.maxSize` in the package.json next to the
 * sources of a remote. It is part of the sources, so that every command that publishes the remote applies it.
 * @throws StartError when it is not a whole number
 */
export function pageBudget(sources: string): number {
  const file = join(sources, 'package.json')
  if (!existsSync(file)) return DEFAULT_KB
  const { data } = Package.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!data) throw new StartError(`portal.maxSize in ${file} takes a whole number of kB.`)
  return data.portal?.maxSize ?? DEFAULT_KB
}
