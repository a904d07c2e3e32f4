import './lean.ts'
import {
  announce,
  announceStep,
  checkPort,
  command,
  providerVariables,
  readSettings,
  runUntilStopped,
} from '../command/command.ts'
import { publishAll } from '../publish/publish-all.ts'
import { seedDemo } from '../seed/seed-empty.ts'
import { buildAll, REMOTES } from './build.ts'
import { startStack } from './stack.ts'

const USAGE = `pnpm start

Runs the whole portal on this machine, with demo data if it is new.
PORT          its port (default: 8787)
PORTAL_DATA   the folder of its data (default: .data)
FLOOD_LIMIT   requests per network and minute, for tests`

await command(USAGE, async () => {
  const { port, data } = readSettings()
  await runUntilStopped(data, async (started) => {
    await checkPort(port)
    announceStep('Building what has changed')
    await buildAll()
    announceStep('Starting the database and the worker')
    const stack = await startStack({
      data,
      port,
      ...(process.env['FLOOD_LIMIT'] ? { floodLimit: Number(process.env['FLOOD_LIMIT']) } : {}),
      // The portal reports ready once these remotes are published.
      vars: { ...providerVariables(), EXPECTED_REMOTES: REMOTES.join(',') },
      onLog: (line) => line.includes('"event":"error"') && console.error(line),
    })
    started({ stack, stop: () => stack.stop() })
    announceStep('Adding demo data if the portal is new')
    await seedDemo(stack.sqld.url, stack.miniflare)
    announceStep('Publishing the remotes')
    await publishAll(stack, data, REMOTES)
    announceStep('Planning reminders')
    // Runs the cron job once, so that the agent plans for the demo data right away.
    await (await stack.miniflare.getWorker()).scheduled({})
    announceStep('Ready')
    announce(stack, 'Press Ctrl-C to stop. Your data is kept.')
  })
})
