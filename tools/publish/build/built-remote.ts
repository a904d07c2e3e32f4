import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PublishRemote, RemoteName } from '@portal/contract/remotes'
import * as z from 'zod'
import { StartError } from '../../command/start-error.ts'

/** The description of a build, which the build writes to `dist/remote.json`. */
const BuiltRemote = PublishRemote.extend({ name: RemoteName })
export type BuiltRemote = z.output<typeof BuiltRemote>

/** Reads the description of the build in `<dir>/dist`. Throws StartError when there is none, or it is invalid. */
export function readBuild(dir: string): BuiltRemote {
  const file = join(dir, 'dist/remote.json')
  if (!existsSync(file)) throw new StartError(`There is no build in ${join(dir, 'dist')}. Run pnpm build first.`)
  try {
    return BuiltRemote.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartError(`${file} does not describe a build. Run pnpm build again.`)
  }
}
