import { previewRemote } from '../publish.ts'
import { action, portalOf, wholeNumber } from './action.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'

export const preview = action({
  usage: 'pnpm remote preview <name>    builds and uploads the remote, and prints a preview link (--hours 24)',
  options: { ...BUILD_OPTIONS, hours: { type: 'string' } },
  run: async (name, given) => {
    const portal = portalOf(name, given)
    const hours = wholeNumber(given.hours, '--hours')
    const { url, version, expires_at } = await withBuild(name, given, (build) =>
      previewRemote({ ...portal, ...build, hours }),
    )
    console.log(`Preview of ${name} ${version}, until ${expires_at}:\n${url}`)
  },
})
