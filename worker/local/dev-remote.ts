import { RemoteRegistry } from '@portal/contract/remotes'
import { configOf, REMOTES } from './build.ts'
import { devEntry } from './dev-entry.ts'
import { followTypes } from './follow-types.ts'
import { StartError } from './sqld.ts'
import { checkPort, command, readSettings } from './terminal.ts'

/**
 * `pnpm --dir mf-… dev`: one remote with hot reload in the real shell. Data, sign-in and the other remotes come from a portal that runs:
 * the one of `pnpm start`, or that at PORTAL_URL. PORT is where this one listens.
 */

/** Not that of the portal itself. */
const PORT = 8790

/** The registry of the portal, as far as it can be had, with this workspace's build of the remote in it. */
async function registryWith(name: string, portal: string) {
  const answer = await fetch(new URL('/api/remotes', portal), { signal: AbortSignal.timeout(10_000) })
  const { remotes } = RemoteRegistry.parse(await answer.json())
  return [...remotes.filter((remote) => remote.name !== name), devEntry(name)]
}

await command(async () => {
  const name = process.argv[2] ?? ''
  if (!REMOTES.includes(name)) throw new StartError(`There is no remote ${name}. Here are ${REMOTES.join(', ')}.`)
  const portal = process.env['PORTAL_URL'] ?? 'http://127.0.0.1:8787'
  const port = process.env['PORT'] ? readSettings().port : PORT
  await checkPort(port)
  await registryWith(name, portal).catch(() => {
    throw new StartError(`No portal answers at ${portal}. Start one with pnpm start, or set PORTAL_URL.`)
  })
  const { startDevServer } = await import('../../shell/kit/build/dev-server.ts')
  const stop = await startDevServer({
    configs: await Promise.all(['shell', name].map((each) => configOf(each, 'development'))),
    remotes: () => registryWith(name, portal),
    port,
    worker: portal,
    onBuild: (errors) => console[errors ? 'error' : 'log'](errors || 'Built.'),
  })
  const stopTypes = followTypes()
  const end = () => void Promise.all([stopTypes(), stop()]).then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  console.log(
    `\n  ${name}   http://127.0.0.1:${port}${devEntry(name).routes[0] ?? '/'}   with everything else from ${portal}\n`,
  )
})
