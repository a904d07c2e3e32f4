import './lean.ts'
import { buildAll, REMOTES } from './build.ts'
import { publishAll } from './publish-all.ts'
import { seedDemo } from './seed/seed-empty.ts'
import { startStack } from './stack.ts'
import { announce, checkPort, command, providerVariables, readSettings, runUntilStopped } from './terminal.ts'

/** `pnpm start`: the whole portal on this machine, with demo data in an empty store. PORT and PORTAL_DATA steer it. */

await command(async () => {
  const { port, data } = readSettings()
  await runUntilStopped(data, async (started) => {
    await checkPort(port)
    await buildAll()
    const stack = await startStack({
      data,
      port,
      // Ready when all is published, and not when the first page could be asked for.
      vars: { ...providerVariables(), EXPECTED_REMOTES: REMOTES.join(',') },
      onLog: (line) => line.includes('"event":"error"') && console.error(line),
    })
    started({ stack, stop: () => stack.stop() })
    await seedDemo(stack.sqld.url, stack.miniflare)
    await publishAll(stack, data, REMOTES)
    // As the cron would in some minutes: the agent plans for what is there already.
    await (await stack.miniflare.getWorker()).scheduled({})
    announce(stack.url, 'Ctrl-C stops everything; starting again keeps the data.')
  })
})
