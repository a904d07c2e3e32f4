import { publishRemote } from '../publish.ts'
import { action, portalOf } from './action.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'

export const publish = action({
  usage: 'pnpm remote publish <name>    builds and uploads the remote, and makes it live',
  options: BUILD_OPTIONS,
  run: async (name, given) => {
    const portal = portalOf(name, given)
    const { version, previous, sent } = await withBuild(name, given, (dir) => publishRemote({ ...portal, dir }))
    const replaced = previous && previous !== version ? ` and replaced ${previous}` : ''
    console.log(`${name} ${version} is live${replaced}. Uploaded files: ${sent}.`)
  },
})
