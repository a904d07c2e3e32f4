import { groupSections, type WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'

/** What became of the sections, found as the server finds them. Their names. */
export interface SectionDifferences {
  added: string[]
  removed: string[]
  renamed: { from: string; to: string }[]
}

/** How one list of fields differs from another, told by ids: a renamed field is the same field. Names of fields. */
export interface Differences {
  added: string[]
  removed: string[]
  changed: string[]
  /** In another section than before; a section with another name is the same one. */
  moved: string[]
  sections: SectionDifferences
  /** The fields that both have stand in another order. */
  reordered: boolean
}

const essences = new WeakMap<WorkformField, string>()

/** A field as text, without its place: equal texts mean equal fields. Of hundreds of fields an edit changes one, so texts are kept. */
function essence(field: WorkformField): string {
  const known = essences.get(field)
  if (known !== undefined) return known
  const entries = Object.entries(field).filter(([key, value]) => key !== 'section' && value !== undefined)
  const text = JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  essences.set(field, text)
  return text
}

function sectionDifferences(before: readonly WorkformField[], after: readonly WorkformField[]): SectionDifferences {
  const moves = matchSections(before, after)
  const [found, targets] = [new Set(moves.map((m) => m.from)), new Set(moves.map((m) => m.to))]
  const names = (fields: readonly WorkformField[]): string[] => groupSections(fields).map((s) => s.name)
  return {
    added: names(after).filter((name) => !targets.has(name)),
    removed: names(before).filter((name) => !found.has(name)),
    renamed: moves.filter((m) => m.from !== m.to).map(({ from, to }) => ({ from, to })),
  }
}

/** What was done to `before` to get `after`. */
export function differencesBetween(before: readonly WorkformField[], after: readonly WorkformField[]): Differences {
  const old = new Map(before.map((field) => [field.id, field]))
  const ids = new Set(after.map((field) => field.id))
  const kept = after.filter((field) => old.has(field.id))
  const order = before.filter((field) => ids.has(field.id))
  const sections = sectionDifferences(before, after)
  const now = new Map(sections.renamed.map(({ from, to }) => [from, to]))
  const home = (field: WorkformField): string => now.get(field.section) ?? field.section
  return {
    added: after.filter((field) => !old.has(field.id)).map((field) => field.name),
    removed: before.filter((field) => !ids.has(field.id)).map((field) => field.name),
    changed: kept.filter((field) => essence(field) !== essence(old.get(field.id) ?? field)).map((field) => field.name),
    moved: kept.filter((field) => field.section !== home(old.get(field.id) ?? field)).map((field) => field.name),
    sections,
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
export function linesOf({ added, removed, changed, moved, sections, reordered }: Differences): string[] {
  return [
    ...list('Added', added),
    ...list('Removed', removed),
    ...list('Changed', changed),
    ...list('In another section', moved),
    ...list(
      'Section renamed',
      sections.renamed.map(({ from, to }) => `${from}” to “${to}`),
    ),
    ...(reordered && moved.length === 0 ? ['The order of the fields'] : []),
  ]
}
