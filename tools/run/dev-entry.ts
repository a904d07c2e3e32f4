import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '@portal/contract/pages'
import type { RemoteEntry } from '@portal/contract/remotes'
import * as z from 'zod'
import { commandsOfRemote, pagesOfRemote } from '../../shell/kit/build/pages.ts'
import { ROOT } from '../command/root.ts'

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const Package = z.object({ version: z.string() })
const versionOf = (folder: string): string => Package.parse(readJson(`${folder}/package.json`)).version

/** Returns the registry entry of a remote on the development server: always the newest build, with a fixed version. */
export async function devEntry(name: string): Promise<RemoteEntry> {
  const dir = join(ROOT, name)
  const place = placeOf(await pagesOfRemote(dir), await commandsOfRemote(dir))
  const built = { contract: versionOf('worker/contract'), sdk: versionOf('shell/sdk') }
  return { name, version: '0.0.0-dev', entry: `/remotes/${name}/0.0.0-dev/mf-manifest.json`, ...place, ...built }
}
