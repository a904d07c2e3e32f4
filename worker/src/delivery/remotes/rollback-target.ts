import type { RollBack } from '@portal/contract/publishing'
import { incompatibility, type PackageVersions } from '@portal/contract/versions'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { describeDecision } from './hold.ts'
import type { LiveState, Published } from './read-live.ts'

/** Returns the versions in service that the running portal can load. */
const loadable = (published: Published, runs: PackageVersions): Published =>
  published.filter((each) => each.withdrawn_at === null && !incompatibility(each, runs))

/** Returns the version that a rollback of another version switches to by default. */
export function rollbackTarget(
  published: Published,
  runs: PackageVersions,
  version: string | undefined,
): string | undefined {
  const since = published.find((each) => each.version === version)?.live_at
  return since ? loadable(published, runs).find(({ live_at }) => (live_at ?? '') < since)?.version : undefined
}

/** Returns the error when there is no version to roll back to by default. */
function noTarget(name: string, { published, live }: LiveState): AppError {
  const others = published.some(({ version }) => version !== live?.version)
  const detail = others ? 'No earlier version is in service. Name the version to roll back to.' : undefined
  return new AppError('not_found', { detail: detail ?? `There is no earlier version of ${name}.` })
}

/**
 * Returns the version to roll back to; null for none. While a canary is running, it is what is rolled back, and the
 * live version stays. A second person who rolls back at the same time must not go back twice, so a held remote needs
 * the version.
 * @throws AppError `not_found`, `invalid_input`
 */
export function targetOf(
  name: string,
  state: LiveState,
  { to, expected, leave }: Pick<z.output<typeof RollBack>, 'to' | 'expected' | 'leave'>,
): string | null {
  const { shell, published, live, held, canary } = state
  if (to !== undefined) return to
  if (canary && live) return live.version
  // Open tabs can be reloaded afterwards.
  if (held && leave && live) return live.version
  const target = rollbackTarget(published, shell, expected ?? live?.version)
  if (target !== undefined && target === live?.version) return target
  if (held)
    throw new AppError('invalid_input', {
      detail:
        `${name} is held at ${live?.version ?? 'no version'} since ${describeDecision(held)}. ` +
        `To go back further, name the version${target ? `, such as ${target}` : ''}.`,
    })
  if (target === undefined) throw noTarget(name, state)
  return target
}
