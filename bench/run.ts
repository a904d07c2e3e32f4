import { buildAll } from '../tools/run/build.ts'
import { run, stopSetup } from './benchmark.ts'
import { BY_NAME, PARTS } from './benchmarks.ts'
import { type Row, tableOf, writeFigures } from './rows.ts'

/**
 * `pnpm bench [part …]`: prints a table per part, with budgets. `--write` stores the tables in
 * docs/performance/figures.md.
 */

const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')))
const names = process.argv.slice(2).filter((argument) => !options.has(argument))
const parts = names.length > 0 ? names : Object.keys(PARTS).filter((name) => !BY_NAME.has(name))
const unknown = parts.find((name) => !(name in PARTS))
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Parts: ${Object.keys(PARTS).join(', ')}`)

await buildAll()
try {
  for (const name of parts) {
    const rows: Row[] = []
    for (const benchmark of PARTS[name] ?? []) rows.push(...(await run(benchmark)))
    console.log(`\n── ${name}\n${tableOf(rows)}`)
    if (options.has('--write')) writeFigures(name, rows)
  }
} finally {
  await stopSetup()
}
