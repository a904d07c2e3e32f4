import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../command/command.ts'
import { buildAll } from '../run/build.ts'
import { startStack } from '../run/stack.ts'
import { seedDemo } from '../seed/seed-empty.ts'
import { rehearse } from './rehearse-restore.ts'

const USAGE = `pnpm rehearse

Backs up, wipes, restores and compares a portal with demo data, in a temporary folder.`

await command(USAGE, async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-rehearsal-'))
  try {
    await buildAll({ only: ['shell', 'worker'] })
    const stack = await startStack({ data, port: 0 })
    try {
      await seedDemo(stack.sqld.url, stack.miniflare)
      await rehearse(stack, join(data, 'backup'), (line) => console.log(line))
    } finally {
      await stack.stop()
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
