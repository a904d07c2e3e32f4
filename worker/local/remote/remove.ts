import { removeRemote } from '../registry-api.ts'
import { action, portalOf } from './action.ts'

export const remove = action({
  usage: 'pnpm remote remove <name>     removes it from the portal, except in open tabs, until it is published again',
  options: {},
  run: async (name, given) => {
    const { previous } = await removeRemote(await portalOf(name, given), name)
    console.log(`${name} ${previous} was removed from the portal. Publish ${name} to bring it back.`)
  },
})
