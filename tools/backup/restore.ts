import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { announceProgress, announceStep, command } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { checkAudit } from '../operate/audit/verify-logs.ts'
import { differences, restore, verifyBackup } from './backup-folder.ts'
import { withStore } from './store.ts'

const USAGE = `pnpm restore [--from <folder>] [--env <name>] [--wipe]

Restores a backup and compares the result.
--from <folder>   the folder of the backup (default: .backup)
--env <name>      an environment of wrangler.toml, such as production (default: the portal on this machine, which must
                  be stopped)
--wipe            deletes the data that the portal has`

await command(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: '.backup' },
      env: { type: 'string' },
      wipe: { type: 'boolean', default: false },
    },
  })
  const folder = resolve(values.from)
  // A damaged backup is refused before the store is opened.
  announceStep('Checking the backup')
  const manifest = await verifyBackup(folder, announceProgress)
  await withStore(values.env, async (store) => {
    announceStep('Restoring files and rows')
    await restore(store, folder, { wipe: values.wipe, tell: announceProgress, manifest })
    announceStep('Comparing the result with the backup')
    const problems = await differences(store, manifest, announceProgress)
    const { sealed, broken } = await checkAudit(store.database)
    if (broken.length > 0) problems.push(`audit log: invalid entries ${broken.slice(0, 5).join(', ')}`)
    if (problems.length > 0)
      throw new StartError(`The restored data differs from the backup:\n${problems.slice(0, 20).join('\n')}`)
    console.log(
      `Restored the backup of ${manifest.at}. Rows and files match, and ${sealed} entries of the audit log are valid.`,
    )
  })
})
