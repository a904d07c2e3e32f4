import type { FlagDeclaration } from '@portal/contract/flags'
import { StartError } from '../../command/start-error.ts'

/**
 * Checks that no feature flag of the shell or a remote has expired.
 * @throws StartError that names the expired flags
 */
export function requireCurrentFlags(
  owner: string,
  flags: Readonly<Record<string, FlagDeclaration>> = {},
  now = new Date(),
): void {
  const today = now.toISOString().slice(0, 10)
  const lines = Object.entries(flags).flatMap(([name, { expires }]) =>
    expires < today ? [`The feature flag ${name} of ${owner} expired on ${expires}.`] : [],
  )
  if (lines.length === 0) return
  throw new StartError(`${lines.join('\n')}\nRemove the flag and the code that reads it, or give it a later last day.`)
}
