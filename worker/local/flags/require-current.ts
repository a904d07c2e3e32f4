import { expiredFlags } from '@portal/contract/flags'
import { StartError } from '../sqld.ts'

/**
 * Checks that no feature flag has expired.
 * @param owner checks only flags of this team, so that one team's flag does not block another team
 * @throws StartError that names the expired flags
 */
export function requireCurrentFlags(owner?: string, now = new Date()): void {
  const expired = expiredFlags(now.toISOString().slice(0, 10)).filter(
    (flag) => owner === undefined || flag.owner === owner,
  )
  if (expired.length === 0) return
  const lines = expired.map((flag) => `The feature flag ${flag.name} of ${flag.owner} expired on ${flag.expires}.`)
  throw new StartError(
    `${lines.join('\n')}\nRemove the flag and the code that reads it, or extend it in worker/contract/src/flags.ts.`,
  )
}
