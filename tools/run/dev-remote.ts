import { RemoteRegistry } from '@portal/contract/remotes'
import { checkPort, command, readSettings } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { configOf, REMOTES } from './build.ts'
import { devEntry } from './dev-entry.ts'
import { originsAt } from './origins-at.ts'
import { watchTypes } from './watch-types.ts'

const USAGE = `pnpm --dir mf-… dev

Runs one remote with hot reload in the real shell. Data, sign-in and the other remotes come from a running portal: the
one of pnpm start, or the one at PORTAL_URL. Listens on PORT (default: 8790).`

/** Differs from the port of the portal, since both run at the same time. */
const DEFAULT_PORT = 8790

/** Returns the registry of the portal, with this workspace's build of the remote. */
async function registryWith(name: string, portal: string) {
  const answer = await fetch(new URL('/api/remotes', portal), { signal: AbortSignal.timeout(10_000) })
  const { remotes } = RemoteRegistry.parse(await answer.json())
  return [...remotes.filter((remote) => remote.name !== name), await devEntry(name)]
}

await command(USAGE, async () => {
  const name = process.argv[2] ?? ''
  if (!REMOTES.includes(name)) throw new StartError(`There is no remote ${name}. Available: ${REMOTES.join(', ')}.`)
  const portal = process.env['PORTAL_URL'] ?? originsAt(8787).LOCAL_ORIGIN
  const port = process.env['PORT'] ? readSettings().port : DEFAULT_PORT
  await checkPort(port)
  await registryWith(name, portal).catch(() => {
    throw new StartError(`No portal answers at ${portal}. Run pnpm start, or set PORTAL_URL.`)
  })
  const { startDevServer } = await import('../../shell/kit/build/dev-server.ts')
  const stop = await startDevServer({
    configs: await Promise.all(['shell', name].map((each) => configOf(each, 'development'))),
    remotes: () => registryWith(name, portal),
    port,
    worker: portal,
    hasOperatorPage: false,
    onBuild: (errors) => console[errors ? 'error' : 'log'](errors || 'Built.'),
  })
  const stopTypes = watchTypes()
  const end = () => void Promise.all([stopTypes(), stop()]).then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  const { routes } = await devEntry(name)
  const page = `${originsAt(port).LOCAL_ORIGIN}${routes[0] ?? '/'}`
  console.log(`\n  ${name}   ${page}   (everything else from ${portal})\n`)
})
