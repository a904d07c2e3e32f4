import { listRemote } from '../publish.ts'
import { action, portalOf } from './action.ts'

export const list = action({
  usage: 'pnpm remote list <name>       lists its versions',
  options: {},
  run: async (name, given) => {
    const { items } = await listRemote(portalOf(name, given), name)
    for (const { live, version, created_at, contract, sdk, refused } of items) {
      const line = `${live ? '→' : ' '} ${version}   ${created_at}   contract ${contract}, sdk ${sdk}`
      console.log(refused ? `${line}   ${refused}` : line)
    }
    if (items.length === 0) console.log(`No version of ${name} has been published.`)
  },
})
