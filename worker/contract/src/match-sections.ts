import { groupSections, type WorkformField, type WorkformSection } from './fields.ts'

/** Where a section of one version of a workform has gone in another. */
export interface SectionMove {
  from: string
  to: string
  /** Order of `to` in its workform. */
  position: number
  /** Whether its fields or its name differ: whoever fills it in has to look again. */
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

/** The same field written down in any order of its properties. */
const written = (field: WorkformField): string =>
  JSON.stringify(
    Object.entries(field)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const differs = (a: WorkformSection, b: WorkformSection): boolean =>
  a.name !== b.name ||
  a.fields.length !== b.fields.length ||
  a.fields.some((f, i) => written(f) !== written(b.fields[i] ?? f))

/**
 * Finds each old section among the new ones. Field ids are stable, so the section that holds most of its fields is the same one,
 * whatever it is called now; a section that shares no field is the same only by its name. No two find the same one, and one that
 * finds none is gone.
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
