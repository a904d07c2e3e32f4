import { pruneRemote } from '../registry-api.ts'
import { action, kB, portalOf, wholeNumber } from './action.ts'

export const prune = action({
  usage: 'pnpm remote prune <name>      lists old versions that are not in use (--days 30); --yes removes them',
  options: { days: { type: 'string' }, yes: { type: 'boolean' } },
  run: async (name, given) => {
    const { items, strays } = await pruneRemote(await portalOf(name, given), name, {
      days: wholeNumber(given.days, '--days'),
      dry: given.yes !== true,
    })
    const verb = given.yes ? 'removed' : 'would be removed'
    const describe = (kept: string | null): string => (kept ? `kept (${kept})` : verb)
    for (const { version, created_at, files, bytes, kept } of items)
      console.log([describe(kept).padEnd(16), version, created_at, `${files} files, ${kB(bytes)}`].join('   '))
    if (strays > 0) console.log(`${verb}   ${strays} files that belong to no version`)
    const removable = items.filter((item) => item.kept === null).length + strays
    if (removable === 0) console.log('There is nothing to remove.')
    else if (!given.yes) console.log('Nothing was removed. Pass --yes to remove these.')
  },
})
