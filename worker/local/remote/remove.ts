import { removeRemote } from '../registry-api.ts'
import { action, portalOf } from './action.ts'

export const remove = action({
  usage: `pnpm remote remove <name>     removes it from the portal, except in open tabs, until it is published again, or
                              rollback --to restores a version (--reason "…")`,
  options: { reason: { type: 'string' } },
  run: async (name, given) => {
    const { previous } = await removeRemote(await portalOf(name, given), name, { reason: given.reason })
    console.log(
      `${name} ${previous} was removed from the portal. To bring it back, publish ${name}, or use rollback --to.`,
    )
  },
})
