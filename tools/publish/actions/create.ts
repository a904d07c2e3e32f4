import { StartError } from '../../command/start-error.ts'
import { createRemote } from '../create-remote.ts'
import { action } from './action.ts'

export const create = action({
  usage: `pnpm remote create <name>     creates the folder of a new remote
                              (--route /reports --label Reports --role bookkeeper)`,
  options: { route: { type: 'string' }, label: { type: 'string' }, role: { type: 'string' } },
  run: (name, { route, label, role }) => {
    if (role !== undefined && role !== 'bookkeeper' && role !== 'client')
      throw new StartError('--role takes bookkeeper or client.')
    createRemote({ name, route, label, role })
    console.log(`Created ${name}/. Next, run pnpm install, then pnpm --dir ${name} dev.`)
    console.log(`Add its people, who see it at /remotes and get mail about it: pnpm remote team ${name} --add …`)
  },
})
