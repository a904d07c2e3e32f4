import { leaveVersion } from '../registry-api.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf } from './action.ts'

export const leave = action({
  usage: `pnpm remote leave <name> <version>
                              reloads open tabs that run this version as soon as nothing is unsaved, and ends
                              all previews of the remote (--reason "…")`,
  options: { reason: { type: 'string' } },
  run: async (name, given, [version]) => {
    if (!version) throw new StartError('Name the version that open tabs leave; pnpm remote list lists them.')
    await leaveVersion(await portalOf(name, given), name, version, { reason: given.reason })
    console.log(`Open tabs leave ${name} ${version} as soon as nothing is unsaved. Its previews have ended.`)
  },
})
