import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pagePaths } from '@portal/contract/pages'
import type { RemotePlace } from '@portal/contract/remotes'
import type * as z from 'zod'
import { entryOf, Manifest } from '../../../worker/src/delivery/remotes/check-manifest.ts'

/**
 * Returns the size of the scripts that each page of the build in `dist` loads, in bytes (gzipped): the entry, the
 * routes, and the scripts that are preloaded with the page. The libraries of the shell do not count.
 */
export function pageSizes(dist: string, place: z.infer<typeof RemotePlace>): Map<string, number> {
  const { metaData, exposes } = Manifest.parse(JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')))
  const always = [
    entryOf(metaData.remoteEntry),
    ...(exposes.find(({ name }) => name === 'routes')?.assets.js.sync ?? []),
  ]
  const sizeOf = (path: string): number => gzipSync(readFileSync(join(dist, path))).length
  return new Map(
    pagePaths(place).map((page) => {
      const scripts = new Set([...always, ...(place.preload?.[page] ?? [])])
      return [page, [...scripts].reduce((sum, path) => sum + sizeOf(path), 0)]
    }),
  )
}
