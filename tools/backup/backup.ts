import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { announceProgress, command } from '../command/command.ts'
import { backUp } from './backup-folder.ts'
import { withStore } from './store.ts'

const USAGE = `pnpm backup [--to <folder>] [--env <name>]

Backs up the database and files of a portal.
--to <folder>   the folder of the backup (default: .backup)
--env <name>    an environment of wrangler.toml, such as production (default: the portal on this machine, which must be
                stopped)`

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { to: { type: 'string', default: '.backup' }, env: { type: 'string' } } })
  const folder = resolve(values.to)
  const { at, tables, buckets } = await withStore(values.env, (store) => backUp(store, folder, announceProgress))
  const rows = Object.values(tables).reduce((sum, t) => sum + t.rows, 0)
  const objects = Object.values(buckets).flat()
  const bytes = objects.reduce((sum, o) => sum + o.size, 0)
  const files = `${objects.length} files (${(bytes / 1e6).toFixed(1)} MB)`
  console.log(`Backup of ${at} in ${folder}: ${rows} rows in ${Object.keys(tables).length} tables, ${files}.`)
})
