import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** A row of a table, as displayed. */
export interface Row {
  what: string
  /** Such as '1.08 × floor' or '142 kB'. */
  figure: string
  /** What the figure was computed from. */
  against: string
  /** '' without a budget. */
  budget: string
  met: boolean | null
}

/** Returns the row of a value with an upper limit. */
export function valueRow(
  what: string,
  value: number,
  unit: string,
  { atMost, digits = value < 10 ? 1 : 0, note = '' }: { atMost: number; digits?: number; note?: string },
): Row {
  const figure = `${value.toFixed(digits)} ${unit}`.trim()
  return { what, figure, against: note, budget: `≤ ${atMost} ${unit}`.trim(), met: value <= atMost }
}

/** A value, and its floor in the same run. */
export type Pair = readonly [value: number, floor: number]

/** Returns the row of a value's ratio to its floor, with an upper or lower limit. */
export function ratioRow(
  what: string,
  pair: Pair,
  unit: string,
  { note, ...limit }: ({ atMost: number } | { atLeast: number }) & { note?: string },
): Row {
  const ratio = pair[0] / pair[1]
  const [value, floor] = pair.map((number) => number.toFixed(number < 100 ? 2 : 0))
  return {
    what,
    figure: `${ratio.toFixed(2)} × floor`,
    against: [`${value} against ${floor} ${unit}`, note].filter(Boolean).join('; '),
    budget: 'atMost' in limit ? `≤ ${limit.atMost} ×` : `≥ ${limit.atLeast} ×`,
    met: 'atMost' in limit ? ratio <= limit.atMost : ratio >= limit.atLeast,
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
