import type { WorkformField } from '@portal/contract/fields'

/** How one list of fields differs from another, told by ids: a renamed field is the same field. Names of fields. */
export interface Differences {
  added: string[]
  removed: string[]
  changed: string[]
  /** In another section than before. */
  moved: string[]
  /** The fields that both have stand in another order. */
  reordered: boolean
}

/** A field as text, without its place: equal texts mean equal fields. */
const essence = (field: WorkformField): string =>
  JSON.stringify(
    Object.entries(field)
      .filter(([key, value]) => key !== 'section' && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** What was done to `before` to get `after`. */
export function differencesBetween(before: readonly WorkformField[], after: readonly WorkformField[]): Differences {
  const old = new Map(before.map((field) => [field.id, field]))
  const ids = new Set(after.map((field) => field.id))
  const kept = after.filter((field) => old.has(field.id))
  const order = before.filter((field) => ids.has(field.id))
  return {
    added: after.filter((field) => !old.has(field.id)).map((field) => field.name),
    removed: before.filter((field) => !ids.has(field.id)).map((field) => field.name),
    changed: kept.filter((field) => essence(field) !== essence(old.get(field.id) ?? field)).map((field) => field.name),
    moved: kept.filter((field) => field.section !== old.get(field.id)?.section).map((field) => field.name),
    reordered: kept.some((field, index) => field.id !== order[index]?.id),
  }
}

const list = (verb: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const shown = names
    .slice(0, 3)
    .map((name) => `“${name}”`)
    .join(', ')
  const more = names.length - 3
  return [`${verb}: ${shown}${more > 0 ? ` and ${more} more` : ''}`]
}

/** The differences as short lines; none where there are none. */
export function linesOf({ added, removed, changed, moved, reordered }: Differences): string[] {
  return [
    ...list('Added', added),
    ...list('Removed', removed),
    ...list('Changed', changed),
    ...list('In another section', moved),
    ...(reordered && moved.length === 0 ? ['The order of the fields'] : []),
  ]
}
