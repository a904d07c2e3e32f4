import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Row, tableOf } from './table.ts'

const FILE = join(import.meta.dirname, '../docs/performance/figures.md')
const HEAD = `# Figures

What \`pnpm bench --write\` measured: each figure as a ratio to a floor of the same run (a bare worker, a raw query, the same app without federation), because
milliseconds of one machine say nothing about another. NOT marks a budget of the design that is missed.
`

/** Puts the figures of a part where docs/performance/figures.md has them, and leaves those of the others. */
export function writeFigures(part: string, rows: readonly Row[]): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const section = `## ${part}\n\n${new Date().toISOString().slice(0, 10)}, ${machine}\n\n${tableOf(rows)}\n`
  const [head = '', ...others] = before.split(/^(?=## )/m)
  const at = others.findIndex((o) => o.startsWith(`## ${part}\n`))
  const sections = at < 0 ? [...others, section] : others.with(at, section)
  writeFileSync(FILE, `${[head, ...sections].map((s) => s.trimEnd()).join('\n\n')}\n`)
}
