import { groupSections, type WorkformField, type WorkformSection } from './fields.ts'

/** A section of one version of a workform and its counterpart in another. */
export interface SectionMove {
  from: string
  to: string
  /** Position of `to` in its workform. */
  position: number
  /** True when the name or the fields differ, so that clients have to check their answers. */
  changed: boolean
}

interface Candidate {
  from: WorkformSection
  to: WorkformSection
  position: number
  shared: number
}

const sharedFields = (ids: ReadonlySet<string>, { fields }: WorkformSection): number =>
  fields.filter((f) => ids.has(f.id)).length

// Independent of the order of the properties.
const serialize = (field: WorkformField): string =>
  JSON.stringify(
    Object.entries(field)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const differs = (a: WorkformSection, b: WorkformSection): boolean =>
  a.name !== b.name ||
  a.fields.length !== b.fields.length ||
  a.fields.some((f, i) => serialize(f) !== serialize(b.fields[i] ?? f))

/**
 * Matches the sections of two versions of a workform. Field ids are stable, so a section is matched with the
 * one that has most of its fields, even under another name. A section without common fields is matched by name.
 * Each section is matched at most once; a section without a match was removed.
 */
export function matchSections(before: readonly WorkformField[], after: readonly WorkformField[]): SectionMove[] {
  const [old, now] = [groupSections(before), groupSections(after)]
  const candidates = old
    .flatMap((from): Candidate[] => {
      const ids = new Set(from.fields.map((f) => f.id))
      return now.map((to, position) => ({ from, to, position, shared: sharedFields(ids, to) }))
    })
    .filter(({ from, to, shared }) => shared > 0 || from.name === to.name)
    .toSorted((a, b) => b.shared - a.shared || Number(b.from.name === b.to.name) - Number(a.from.name === a.to.name))
  const moves = new Map<string, SectionMove>()
  const taken = new Set<string>()
  for (const { from, to, position } of candidates) {
    if (moves.has(from.name) || taken.has(to.name)) continue
    taken.add(to.name)
    moves.set(from.name, { from: from.name, to: to.name, position, changed: differs(from, to) })
  }
  return [...moves.values()]
}
