import { groupSections, normalizeFields, type WorkformField } from '@portal/contract/fields'
import { foldText } from '@portal/contract/search-text'
import { cleanLine, cutText } from '@portal/contract/text'

/** Operations on the sections of the builder. They return the same sections if nothing changes. */

/** A section in the builder, which may be empty. `key` never changes and is not stored. */
export interface BuilderSection {
  key: string
  name: string
  fields: readonly WorkformField[]
}

export type Sections = readonly BuilderSection[]

/** Returns builder sections from fields in any form that the contract accepts. */
export function sectionsFrom(fields: unknown): Sections {
  return groupSections(normalizeFields(fields)).map((section, index) => ({ ...section, key: `section-${index + 1}` }))
}

export function countFields(sections: Sections): number {
  return sections.reduce((sum, section) => sum + section.fields.length, 0)
}

const isSameName = (a: string, b: string): boolean => foldText(cleanLine(a)) === foldText(cleanLine(b))

/** Finds the section with this name, ignoring case and accents. `except` is the key of a section to ignore. */
export function sectionNamed(sections: Sections, name: string, except?: string): BuilderSection | undefined {
  return sections.find((section) => section.key !== except && isSameName(section.name, name))
}

/** Returns an unused name for a new section. */
export function freeSectionName(sections: Sections): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'New section' : `New section ${n}`
    if (!sectionNamed(sections, name)) return name
  }
}

/** Where a field is. */
interface FieldPosition {
  section: number
  index: number
  field: WorkformField
}

export function findField(sections: Sections, id: string): FieldPosition | undefined {
  for (const [section, { fields }] of sections.entries()) {
    const index = fields.findIndex((field) => field.id === id)
    const field = fields[index]
    if (field) return { section, index, field }
  }
  return undefined
}

const withFields = (
  sections: Sections,
  at: number,
  change: (fields: readonly WorkformField[]) => readonly WorkformField[],
): Sections =>
  sections.map((section, index) => (index === at ? { ...section, fields: change(section.fields) } : section))

const insertAt = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)]
const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

/** Returns `key`, or a variant if it is taken. */
export const freeKey = (sections: Sections, key: string): string =>
  sections.some((section) => section.key === key) ? freeKey(sections, `${key}+`) : key

/**
 * Appends a field to the section with this name, creating it if necessary. Without a name the field
 * becomes its own section.
 */
export function appendField(sections: Sections, field: WorkformField, wanted: string, key: string): Sections {
  const name = cleanLine(wanted) || field.name
  const found = sectionNamed(sections, name)
  if (!found) return [...sections, { key: freeKey(sections, key), name, fields: [field] }]
  return withFields(sections, sections.indexOf(found), (fields) => [...fields, field])
}

/** Removes a field. A section that existed only for this field is removed too. */
export function removeField(sections: Sections, { section, index, field }: FieldPosition): Sections {
  const left = withFields(sections, section, (fields) => removeAt(fields, index))
  const current = left[section]
  return current && current.fields.length === 0 && isSameName(current.name, field.name) ? removeAt(left, section) : left
}

/** Replaces a field, and moves it if its section has changed. */
export function updateField(sections: Sections, field: WorkformField, section: string, key: string): Sections {
  const place = findField(sections, field.id)
  if (!place) return sections
  const current = sections[place.section]
  if (current && isSameName(current.name, cleanLine(section) || field.name))
    return withFields(sections, place.section, (fields) =>
      fields.map((f, index) => (index === place.index ? field : f)),
    )
  return appendField(removeField(sections, place), field, section, key)
}

/** Moves a field before another one, or to the end of a section. */
export function moveField(sections: Sections, id: string, to: string, before: string | null): Sections {
  const place = findField(sections, id)
  const target = sections.find((section) => section.key === to)
  if (!place || !target || before === id) return sections
  const next = target.fields[target.fields.findIndex((field) => field.id === before)]
  const follower = sections[place.section]?.fields[place.index + 1]
  // The field is already there: no change and no undo step.
  if (sections[place.section] === target && follower?.id === next?.id) return sections
  const stays = sections[place.section] === target
  const left = stays
    ? withFields(sections, place.section, (fields) => removeAt(fields, place.index))
    : removeField(sections, place)
  const at = left.findIndex((section) => section.key === to)
  return withFields(left, at, (fields) => {
    const index = fields.findIndex((field) => field.id === before)
    return insertAt(fields, index < 0 ? fields.length : index, place.field)
  })
}

/** Moves a field up or down by one place, and past the edge of its section into the next one. */
export function stepField(sections: Sections, id: string, by: 1 | -1): Sections {
  const place = findField(sections, id)
  const current = place && sections[place.section]
  if (!place || !current) return sections
  const other = current.fields[place.index + by]
  if (other)
    return moveField(sections, id, current.key, by < 0 ? other.id : (current.fields[place.index + 2]?.id ?? null))
  const next = sections[place.section + by]
  return next ? moveField(sections, id, next.key, by < 0 ? null : (next.fields[0]?.id ?? null)) : sections
}

/** Moves a section to a position. */
export function moveSection(sections: Sections, key: string, to: number): Sections {
  const at = sections.findIndex((section) => section.key === key)
  const moved = sections[at]
  const target = Math.max(0, Math.min(to, sections.length - 1))
  return moved && at !== target ? insertAt(removeAt(sections, at), target, moved) : sections
}

/** Renames a section unless the name is blank or taken. */
export function renameSection(sections: Sections, key: string, name: string): Sections {
  const wanted = cleanLine(name)
  if (wanted === '' || sectionNamed(sections, wanted, key)) return sections
  const found = sections.find((section) => section.key === key)
  return !found || found.name === wanted
    ? sections
    : sections.map((section) => (section === found ? { ...section, name: wanted } : section))
}

/** Inserts a copy of a field after it. */
export function duplicateField(sections: Sections, id: string, newId: string): Sections {
  const place = findField(sections, id)
  if (!place || findField(sections, newId)) return sections
  return withFields(sections, place.section, (fields) =>
    insertAt(fields, place.index + 1, { ...place.field, id: newId, name: `${cutText(place.field.name, 193)} (copy)` }),
  )
}
