/** One measured line: a figure, the floor of the same run, and the budget that the design sets for it. */
export interface Row {
  what: string
  /** Shown as it is, such as '1.08 × floor' or '142 kB'. */
  figure: string
  /** Shown as it is, such as 'floor 2.1 ms CPU'. */
  against: string
  budget: string
  met: boolean | null
}

/** The rows as a table that is read on a terminal and in Markdown alike. */
export function tableOf(rows: readonly Row[]): string {
  const head: Row = { what: 'What', figure: 'Figure', against: 'Against', budget: 'Budget', met: null }
  const columns = ['what', 'figure', 'against', 'budget'] as const
  const widths = columns.map((c) => Math.max(...[head, ...rows].map((r) => r[c].length)))
  const line = (r: Row, mark: string) =>
    `| ${columns.map((c, i) => r[c].padEnd(widths[i] ?? 0)).join(' | ')} | ${mark} |`
  const rule = `|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|-----|`
  return [
    line(head, '   '),
    rule,
    ...rows.map((row) => line(row, row.met === null ? '   ' : row.met ? 'met' : 'NOT')),
  ].join('\n')
}

/** A row for a ratio with an upper limit. */
export function ratioRow(what: string, value: number, floor: number, unit: string, limit: number): Row {
  const ratio = value / floor
  return {
    what,
    figure: `${ratio.toFixed(2)} × floor`,
    against: `${value.toFixed(2)} against ${floor.toFixed(2)} ${unit}`,
    budget: `≤ ${limit} ×`,
    met: ratio <= limit,
  }
}
