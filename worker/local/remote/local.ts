import { resolve } from 'node:path'
import { readBuild } from '../remotes/built-remote.ts'
import { readPlace } from '../remotes/prepare-build.ts'
import { previewLocalRemote } from '../registry-api.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf, wholeNumber } from './action.ts'
import { buildRemote, REMOTES } from './workspace.ts'

/** Returns the place of a remote: of its build in this workspace, or in `remote.json`. */
async function placeOf(name: string, file: string | undefined) {
  if (file === undefined && REMOTES.includes(name)) return readBuild(await buildRemote(name)).place
  return readPlace(resolve(file ?? 'remote.json'))
}

export const local = action({
  usage: `pnpm remote local <name>      prints a link that makes your browser load the remote from your machine
                              (--from http://localhost:3000 --hours 24); everyone else keeps the live version`,
  options: { from: { type: 'string' }, place: { type: 'string' }, hours: { type: 'string' } },
  run: async (name, given) => {
    const origin = given.from?.replace(/\/+$/, '')
    if (!origin)
      throw new StartError('Pass the address of your server as --from, such as --from http://localhost:3000.')
    const { routes, role, nav } = await placeOf(name, given.place)
    const hours = wholeNumber(given.hours, '--hours')
    const link = await previewLocalRemote(await portalOf(name, given), name, { origin, routes, role, nav, hours })
    console.log(
      `Your browser loads ${name} from ${origin} until ${link.expires_at}, after you open this link:\n${link.url}`,
    )
  },
})
