import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NETWORK_FACTOR, RULES } from './attempts.ts'
import type { LimitRule } from './limit-rule.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/limits.md'), 'utf8').replace(/\s+/g, ' ')

function timeOf(ms: number): string {
  const [count, unit] = ms < 60_000 ? [ms / 1000, 'second'] : [ms / 60_000, 'minute']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

/** Returns how docs/limits.md describes a rule. */
function inWords({ free, baseMs, capMs, leakMs }: LimitRule): string {
  const base = timeOf(baseMs)
  const cap = timeOf(capMs)
  const every = timeOf(leakMs).replace(/^1 /, '')
  return `: ${free}, then waits of ${base} to ${cap}; one comes back every ${every}`
}

/** Actions that are not limited by account. The page says how many a network has. */
const BY_NETWORK = ['sign-up', 'link', 'passkey']

it.each(Object.entries(RULES))('docs/limits.md describes the limit of %s', (action, rule: LimitRule) => {
  const shown = BY_NETWORK.includes(action)
    ? { ...rule, free: rule.free * NETWORK_FACTOR, leakMs: rule.leakMs / NETWORK_FACTOR }
    : rule
  const [, text = ''] = PAGE.split(`- \`${action}\`,`)
  expect(text.split(' - ')[0]).toContain(inWords(shown))
})
