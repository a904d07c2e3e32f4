import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from './backup/backup.ts'
import { withStore } from './backup/store.ts'
import { command } from './terminal.ts'

/** `pnpm backup --to <folder> [--env production]`: database and files of a portal. Without --env: of the one on this machine, stopped. */

await command(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string', default: '.backup' }, env: { type: 'string' } } })
  const folder = resolve(values.to)
  const { at, tables, buckets } = await withStore(values.env, (store) => backUp(store, folder))
  const rows = Object.values(tables).reduce((sum, t) => sum + t.rows, 0)
  const objects = Object.values(buckets).flat()
  const bytes = objects.reduce((sum, o) => sum + o.size, 0)
  console.log(
    `Saved as of ${at}: ${rows} rows of ${Object.keys(tables).length} tables, ${objects.length} files (${(bytes / 1e6).toFixed(1)} MB), in ${folder}.`,
  )
})
