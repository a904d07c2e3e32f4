import { lazyCode } from '@portal/sdk'
import type { Collector, collect as CollectType } from './collect.ts'

type Report = (collector: Collector) => void

/** Maximum number of reports that wait for the collector. */
const MAX_WAITING = 30

const code = lazyCode(() => import(/* webpackChunkName: "vitals" */ './collect.ts'))
const waiting: Report[] = []
let collector: Collector | undefined
let load = (): void => undefined

/**
 * Calls the collector, as soon as it is loaded.
 * @param isUrgent loads it now
 */
export function withCollector(report: Report, isUrgent = false): void {
  if (collector) return report(collector)
  if (waiting.length < MAX_WAITING) waiting.push(report)
  if (isUrgent) load()
}

/** Sets the options of the collector. Returns a function that loads it and passes it the waiting reports. */
export function prepareCollector(options: Parameters<typeof CollectType>[0]): () => void {
  let loading: Promise<void> | undefined
  const start = async (): Promise<void> => {
    const { collect } = await code.load()
    collector = collect(options)
    for (const report of waiting.splice(0)) report(collector)
  }
  load = () => {
    // Without it, the page is not reported.
    loading ??= start().catch(() => undefined)
  }
  return load
}
