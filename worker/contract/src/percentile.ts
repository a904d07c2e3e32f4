/** The number of reports in a bin of a histogram. The bin -1 holds values above all others. */
export interface Bin {
  bin: number
  count: number
}

/** Returns the 75th percentile as the upper bound of its bin, or undefined if there are no reports. */
export function percentile75(bins: readonly Bin[]): number | undefined {
  const sorted = [...bins].sort((a, b) => (a.bin < 0 ? 1 : b.bin < 0 ? -1 : a.bin - b.bin))
  const total = sorted.reduce((sum, b) => sum + b.count, 0)
  let counted = 0
  for (const { bin, count } of sorted) {
    counted += count
    if (counted >= 0.75 * total) return bin
  }
  return undefined
}
