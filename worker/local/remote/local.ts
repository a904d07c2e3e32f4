import { resolve } from 'node:path'
import { readPlace } from '../remotes/prepare-build.ts'
import { previewLocalRemote } from '../registry-api.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf, wholeNumber } from './action.ts'

export const local = action({
  usage: `pnpm remote local <name>      prints a link that makes your browser load the remote from your machine
                              (--from http://localhost:3000 --hours 24); everyone else keeps the live version`,
  options: { from: { type: 'string' }, place: { type: 'string' }, hours: { type: 'string' } },
  run: async (name, given) => {
    const origin = given.from?.replace(/\/+$/, '')
    if (!origin)
      throw new StartError('Pass the address of your server as --from, such as --from http://localhost:3000.')
    const { routes, role, nav } = readPlace(resolve(given.place ?? 'remote.json'))
    const hours = wholeNumber(given.hours, '--hours')
    const link = await previewLocalRemote(await portalOf(name, given), name, { origin, routes, role, nav, hours })
    console.log(
      `Your browser loads ${name} from ${origin} until ${link.expires_at}, after you open this link:\n${link.url}`,
    )
  },
})
