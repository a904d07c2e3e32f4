import { BROKEN } from '@portal/contract/canary-rule'
import type { Failure } from '@portal/contract/vitals'
import type { Finding } from './judge.ts'

const WHAT_HAPPENED: Readonly<Record<Failure, string>> = {
  failed_load: 'could not be loaded',
  hang: 'did not finish loading',
  render_error: 'showed an error instead of a page or a part of it',
  slow_interaction: 'responded slowly',
  failed_calls: 'made API calls that failed',
}

const one = (count: number, single: string, many: string): string => `${count} ${count === 1 ? single : many}`

/** Returns what speaks against a canary, in words: history, mails and pages say the same. */
export function describe(
  { version, live }: { version: string; live: string },
  { sign, canary, live: others }: Finding,
): string {
  const kinds = sign === 'broken' ? BROKEN.filter((kind) => canary.failed[kind].firms > 0) : [sign]
  const what = new Intl.ListFormat('en', { type: 'disjunction' }).format(kinds.map((kind) => WHAT_HAPPENED[kind]))
  const [hit, other] = [canary.failed[sign], others.failed[sign]]
  return (
    `${version} ${what} for ${hit.people} of ${one(canary.people, 'person', 'people')} ` +
    `(${hit.firms} of ${one(canary.firms, 'firm', 'firms')}); ` +
    `the live version ${live} for ${other.people} of ${others.people} (${other.firms} of ${others.firms}).`
  )
}
