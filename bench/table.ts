import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** A row of a table: a figure, the floor of the same run, and the budget. */
export interface Row {
  what: string
  /** As displayed, such as '1.08 × floor' or '142 kB'. */
  figure: string
  /** As displayed, such as '2.34 against 2.10 ms'. */
  against: string
  /** '' without a budget. */
  budget: string
  met: boolean | null
}

/** Returns a row for a value with an upper limit. */
export const limitRow = (what: string, value: number, limit: number, unit: string, against = ''): Row => ({
  what,
  figure: `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`,
  against,
  budget: `≤ ${limit} ${unit}`,
  met: value <= limit,
})

/** Returns a row for the ratio of a value to its floor, with an upper limit if there is a budget. */
export function ratioRow(what: string, value: number, floor: number, unit: string, limit?: number): Row {
  const ratio = value / floor
  return {
    what,
    figure: `${ratio.toFixed(2)} × floor`,
    against: `${value.toFixed(2)} against ${floor.toFixed(2)} ${unit}`,
    budget: limit === undefined ? '' : `≤ ${limit} ×`,
    met: limit === undefined ? null : ratio <= limit,
  }
}

/** Returns the rows as a Markdown table that is aligned in a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const head: Row = { what: 'What', figure: 'Figure', against: 'Against', budget: 'Budget', met: null }
  const columns = ['what', 'figure', 'against', 'budget'] as const
  const widths = columns.map((c) => Math.max(...[head, ...rows].map((r) => r[c].length)))
  const mark = ({ met }: Row): string => (met === null ? '   ' : met ? 'met' : 'NOT')
  const line = (row: Row): string =>
    `| ${columns.map((c, i) => row[c].padEnd(widths[i] ?? 0)).join(' | ')} | ${mark(row)} |`
  const rule = `| ${[...widths, 3].map((w) => '-'.repeat(w)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const FILE = join(import.meta.dirname, '../docs/performance/figures.md')
const HEAD = `# Figures

Written by \`pnpm bench --write\`. Most figures are ratios to a floor of the same run (a bare worker, a raw query, the
same app without federation), because milliseconds differ between machines. NOT marks a missed budget.
`

/** Replaces the section with this title in docs/performance/figures.md. */
export function writeFigures(title: string, rows: readonly Row[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const section = `## ${title}\n\n${new Date().toISOString().slice(0, 10)}, ${machine}\n\n${tableOf(rows)}\n`
  const [, ...others] = (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').split(/^(?=## )/m)
  const at = others.findIndex((o) => o.startsWith(`## ${title}\n`))
  const sections = at < 0 ? [...others, section] : others.with(at, section)
  writeFileSync(FILE, `${[HEAD, ...sections].map((s) => s.trimEnd()).join('\n\n')}\n`)
}
