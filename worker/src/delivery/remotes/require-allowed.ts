import { AppError } from '../../errors.ts'
import type { Build } from './build-files.ts'
import { badOf, describeDecision, leftAlone } from './hold.ts'
import type { LiveState } from './read-live.ts'

/** Throws AppError `bad_version` when a version was rolled back, unless it is published again on purpose. */
export function requireGood(build: Build, again: boolean): void {
  const bad = badOf(build)
  if (!bad || again) return
  const detail = `${build.name} ${build.version} was rolled back at ${describeDecision(bad)}.`
  throw new AppError('bad_version', { detail })
}

/**
 * Checks that a version may be published, at once or gradually.
 * @throws AppError `left_alone`, also while another version is a canary; `bad_version` (see `GoLive`)
 */
export function requireAllowed(
  build: Build,
  { held, canary }: Pick<LiveState, 'held' | 'canary'>,
  { again, automatic }: { again: boolean; automatic: boolean },
): void {
  const { name, version } = build
  const reason = automatic ? leftAlone(version, { name, held, canary, bad: badOf(build) }) : undefined
  if (reason) throw new AppError('left_alone', { detail: reason })
  if (canary && canary.version !== version)
    throw new AppError('left_alone', {
      detail:
        `${name} ${canary.version} is being published gradually, started by ${canary.started_by}. ` +
        'Continue or stop it first.',
    })
  if (canary?.suspected_at && !again)
    throw new AppError('bad_version', {
      detail: `${name} ${version} has failed for some of those who get it. See its history.`,
    })
  requireGood(build, again)
}
