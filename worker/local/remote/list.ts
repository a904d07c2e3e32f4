import type { RemoteVersions } from '@portal/contract/remotes'
import type * as z from 'zod'
import { listRemote } from '../registry-api.ts'
import { action, kB, portalOf } from './action.ts'

type Version = z.infer<typeof RemoteVersions>['items'][number]

/** Returns the notable states of a version. */
function statesOf({ pinned, staged, withdrawn_at, must_leave_at, refused }: Version): string[] {
  return [
    ...(pinned ? ['pinned'] : []),
    ...(staged ? ['published ahead'] : []),
    ...(withdrawn_at ? ['withdrawn'] : []),
    ...(must_leave_at ? ['tabs leave it'] : []),
    ...(refused ? [refused] : []),
  ]
}

function describe(item: Version): string {
  const { live, version, created_at, contract, sdk, size, actor, commit, branch, message } = item
  const source = [commit?.slice(0, 10), branch, message].filter(Boolean).join(' ')
  const built = `contract ${contract}, sdk ${sdk}, ${kB(size)}`
  return [`${live ? '→' : ' '} ${version}`, created_at, built, actor, source, ...statesOf(item)]
    .filter(Boolean)
    .join('   ')
}

export const list = action({
  usage: 'pnpm remote list <name>       lists its versions',
  options: {},
  run: async (name, given) => {
    const { items } = await listRemote(await portalOf(name, given), name)
    for (const item of items) console.log(describe(item))
    if (items.length === 0) console.log(`No version of ${name} has been published.`)
  },
})
