import { groupSections, type WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'

/** Names of sections that were added, removed or renamed, matched as on the server. */
export interface SectionDifferences {
  added: string[]
  removed: string[]
  renamed: { from: string; to: string }[]
}

/**
 * Names of fields that differ between two versions. Fields are matched by id, so a renamed field is
 * the same field.
 */
export interface Differences {
  added: string[]
  removed: string[]
  changed: string[]
  /** Fields that are in another section; a renamed section is the same section. */
  moved: string[]
  sections: SectionDifferences
  /** Whether the common fields are in a different order. */
  reordered: boolean
}

const contentCache = new WeakMap<WorkformField, string>()

/**
 * Returns the content of a field, without its section, as text to compare. Cached, since an edit
 * changes only one of many fields.
 */
function contentOf(field: WorkformField): string {
  const known = contentCache.get(field)
  if (known !== undefined) return known
  const entries = Object.entries(field).filter(([key, value]) => key !== 'section' && value !== undefined)
  const text = JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  contentCache.set(field, text)
  return text
}

function sectionDifferences(before: readonly WorkformField[], after: readonly WorkformField[]): SectionDifferences {
  const moves = matchSections(before, after)
  const [sources, targets] = [new Set(moves.map((m) => m.from)), new Set(moves.map((m) => m.to))]
  const names = (fields: readonly WorkformField[]): string[] => groupSections(fields).map((s) => s.name)
  return {
    added: names(after).filter((name) => !targets.has(name)),
    removed: names(before).filter((name) => !sources.has(name)),
    renamed: moves.filter((m) => m.from !== m.to).map(({ from, to }) => ({ from, to })),
  }
}

/** Returns what changed from `before` to `after`. */
export function differencesBetween(before: readonly WorkformField[], after: readonly WorkformField[]): Differences {
  const old = new Map(before.map((field) => [field.id, field]))
  const ids = new Set(after.map((field) => field.id))
  const common = after.filter((field) => old.has(field.id))
  const order = before.filter((field) => ids.has(field.id))
  const sections = sectionDifferences(before, after)
  const newNames = new Map(sections.renamed.map(({ from, to }) => [from, to]))
  const sectionOf = (field: WorkformField): string => newNames.get(field.section) ?? field.section
  return {
    added: after.filter((field) => !old.has(field.id)).map((field) => field.name),
    removed: before.filter((field) => !ids.has(field.id)).map((field) => field.name),
    changed: common
      .filter((field) => contentOf(field) !== contentOf(old.get(field.id) ?? field))
      .map((field) => field.name),
    moved: common.filter((field) => field.section !== sectionOf(old.get(field.id) ?? field)).map((field) => field.name),
    sections,
    reordered: common.some((field, index) => field.id !== order[index]?.id),
  }
}

const listNames = (label: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const shown = names
    .slice(0, 3)
    .map((name) => `“${name}”`)
    .join(', ')
  const more = names.length - 3
  return [`${label}: ${shown}${more > 0 ? ` and ${more} more` : ''}`]
}

/** Returns the differences as short lines; empty if there are none. */
export function describeDifferences({ added, removed, changed, moved, sections, reordered }: Differences): string[] {
  return [
    ...listNames('Added', added),
    ...listNames('Removed', removed),
    ...listNames('Changed', changed),
    ...listNames('Moved to another section', moved),
    ...listNames(
      'Section renamed',
      sections.renamed.map(({ from, to }) => `${from}” to “${to}`),
    ),
    ...(reordered && moved.length === 0 ? ['Fields reordered'] : []),
  ]
}
