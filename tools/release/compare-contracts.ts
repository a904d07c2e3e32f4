import { type Change, compareSchemas, type Json } from './compare-schemas.ts'
import { compareWidgets } from './compare-widgets.ts'
import type { ContractSurface } from './contract-surface.ts'

/**
 * Returns whether a route or constant is for publishing: only the operator page, which is deployed with the worker, and
 * `pnpm remote` use it. Remotes cannot rely on it.
 */
export const isForPublishing = (name: string): boolean =>
  /^[A-Z]+ \/(?:remotes\/\{name\}|operations|delivery|auth\/operator)/.test(name) ||
  /^(?:canaries|publishing(?:-texts)?|delivery|operations|operators|live-switches|flag-settings|flags)\./.test(name) ||
  /^remotes\.(?:SWITCH_KINDS|KEEP_REASONS|PREVIEW_HOURS_MAX)$/.test(name)

/** Compares a constant. Rewording a text changes nothing; a stricter limit is a breaking change. */
function compareConstants(path: string, before: Json, after: Json): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    const [a, b] = [before.map((v) => JSON.stringify(v)), after.map((v) => JSON.stringify(v))]
    return [
      ...a.filter((v) => !b.includes(v)).map((v) => ({ path, what: `${v} was removed`, level: 'major' as const })),
      ...b.filter((v) => !a.includes(v)).map((v) => ({ path, what: `${v} was added`, level: 'minor' as const })),
    ]
  }
  if (typeof before === 'number' && typeof after === 'number') {
    const stricter = /(?:^|[._])MIN/.test(path) ? after > before : after < before
    return [{ path, what: `${before} became ${after}`, level: stricter ? 'major' : 'minor' }]
  }
  if (typeof before === 'string' && typeof after === 'string') return []
  if (
    typeof before === 'object' &&
    typeof after === 'object' &&
    before &&
    after &&
    !Array.isArray(before) &&
    !Array.isArray(after)
  )
    return compareNamed(before, after, (name, a, b) => compareConstants(`${path}.${name}`, a, b), `${path}.`)
  return [{ path, what: 'has another type', level: 'major' }]
}

/** Compares entries by name. Removing one is a major change, adding one a minor change. */
function compareNamed<T>(
  before: Record<string, T>,
  after: Record<string, T>,
  each: (name: string, a: T, b: T) => Change[],
  prefix = '',
): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !isForPublishing(name))
    .flatMap((name): Change[] => {
      const [a, b] = [before[name], after[name]]
      if (a === undefined) return [{ path: prefix + name, what: 'was added', level: 'minor' }]
      if (b === undefined) return [{ path: prefix + name, what: 'was removed', level: 'major' }]
      return each(name, a, b)
    })
}

/** What counts as the schema of a missing part: a route without a query ignores what is in it. */
const PARTS = { param: {}, query: { type: 'object' }, json: {} }

/** Returns the changes between two contracts, with the version bump that each requires. */
export function compareContracts(before: ContractSurface, after: ContractSurface): Change[] {
  const routes = compareNamed(before.routes, after.routes, (name, a, b) => [
    ...Object.entries(PARTS).flatMap(([part, missing]) =>
      compareSchemas(`${name} ${part}`, a.request[part] ?? missing, b.request[part] ?? missing, 'request'),
    ),
    ...compareSchemas(`${name} response`, a.response, b.response, 'response'),
  ])
  return [
    ...routes,
    ...compareNamed(before.constants, after.constants, compareConstants),
    ...compareWidgets(before.widgets ?? '', after.widgets ?? ''),
  ]
}
