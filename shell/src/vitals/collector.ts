import { lazyCode } from '@portal/sdk'
import type { Collector, collect as CollectType } from './collect.ts'

type Report = (collector: Collector) => void

/** Maximum number of reports that wait for the collector. */
const MAX_WAITING = 30

const code = lazyCode(() => import(/* webpackChunkName: "vitals" */ './collect.ts'))
const waiting: Report[] = []
let collector: Collector | undefined

/** Calls the collector, as soon as it is loaded. */
export function withCollector(report: Report): void {
  if (collector) report(collector)
  else if (waiting.length < MAX_WAITING) waiting.push(report)
}

/** Loads the collector and passes it the waiting reports. */
export async function loadCollector(options: Parameters<typeof CollectType>[0]): Promise<void> {
  const { collect } = await code.load()
  collector = collect(options)
  for (const report of waiting.splice(0)) report(collector)
}
