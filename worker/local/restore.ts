import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkAudit } from './backup/audit.ts'
import { differences, restore, verifyBackup } from './backup/backup.ts'
import { withStore } from './backup/store.ts'
import { StartError } from './sqld.ts'
import { command } from './terminal.ts'

/** `pnpm restore --from <folder> [--env production] [--wipe]`: puts a backup into a store, and compares. */

await command(async () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: '.backup' },
      env: { type: 'string' },
      wipe: { type: 'boolean', default: false },
    },
  })
  const folder = resolve(values.from)
  // Before the store is even opened: a damaged backup must not cost anything.
  const manifest = await verifyBackup(folder)
  await withStore(values.env, async (store) => {
    await restore(store, folder, { wipe: values.wipe })
    const found = await differences(store, manifest)
    const { sealed, broken } = await checkAudit(store.database)
    if (broken.length > 0) found.push(`audit log: broken at ${broken.slice(0, 5).join(', ')}`)
    if (found.length > 0) throw new StartError(`Restored, but not the same:\n${found.slice(0, 20).join('\n')}`)
    console.log(
      `Restored as of ${manifest.at}; rows and files are the same, ${sealed} entries of the audit log follow from one another.`,
    )
  })
})
