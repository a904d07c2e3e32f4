import { RemoteName } from '@portal/contract/remotes'
import { previewRemote } from '../publish.ts'
import { checkBuild } from '../remotes/check-build.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf, wholeNumber } from './action.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'
import { REMOTES } from './workspace.ts'

/** Returns one link for several previews. */
function combined([first = '', ...others]: readonly string[]): string {
  const link = new URL(first)
  for (const other of others) link.searchParams.append('token', new URL(other).searchParams.get('token') ?? '')
  return link.href
}

export const preview = action({
  usage: `pnpm remote preview <name>…   builds, checks and uploads remotes, and prints one link that previews all
                              (--hours 24)`,
  options: { ...BUILD_OPTIONS, hours: { type: 'string' } },
  run: async (name, given, more) => {
    const names = [...new Set([name, ...more])]
    const wrong = names.find((each) => !RemoteName.safeParse(each).success)
    if (wrong) throw new StartError(`${wrong} is not the name of a remote.`)
    if (names.length > 1 && (given.dist || REMOTES.length === 0))
      throw new StartError('A folder is the build of one remote. Preview each by itself.')
    const hours = wholeNumber(given.hours, '--hours')
    const previews: { name: string; url: string; version: string; expires_at: string }[] = []
    for (const each of names) {
      const portal = await portalOf(each, given)
      const link = await withBuild(each, given, async (build) => {
        // Operators can make an uploaded version live.
        await checkBuild(build)
        return previewRemote({ ...portal, ...build, hours })
      })
      previews.push({ name: each, ...link })
    }
    const versions = previews.map((each) => `${each.name} ${each.version}`).join(', ')
    const until = previews.map(({ expires_at }) => expires_at).sort()[0]
    console.log(`Preview of ${versions}, until ${until}:\n${combined(previews.map(({ url }) => url))}`)
  },
})
