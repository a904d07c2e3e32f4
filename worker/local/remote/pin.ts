import { pinRemote, unpinRemote } from '../registry-api.ts'
import { action, portalOf } from './action.ts'

export const pin = action({
  usage:
    'pnpm remote pin <name>        keeps its live version, also when the portal is started or deployed (--reason "…")',
  options: { reason: { type: 'string' } },
  run: async (name, given) => {
    const { version } = await pinRemote(await portalOf(name, given), name, { reason: given.reason })
    console.log(`${name} ${version} is pinned until someone publishes ${name}, or runs pnpm remote unpin ${name}.`)
  },
})

export const unpin = action({
  usage: 'pnpm remote unpin <name>      ends the pin, so that starts and deployments publish the remote again',
  options: { reason: { type: 'string' } },
  run: async (name, given) => {
    const { version, previous } = await unpinRemote(await portalOf(name, given), name, { reason: given.reason })
    const now = version === previous ? `${version} stays live` : `${version} is live and replaced ${previous}`
    console.log(`${name} is no longer pinned. ${now}.`)
  },
})
