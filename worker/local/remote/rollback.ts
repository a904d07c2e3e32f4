import { rollBackRemote } from '../publish.ts'
import { action, portalOf } from './action.ts'

export const rollback = action({
  usage: 'pnpm remote rollback <name>   makes the previous live version live again',
  options: {},
  run: async (name, given) => {
    const { version, previous } = await rollBackRemote(portalOf(name, given), name)
    console.log(`${name} ${version} is live again and replaced ${previous}.`)
  },
})
