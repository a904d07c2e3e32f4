import type { FieldType, WorkformField } from '@portal/contract/fields'

/** A template that ships with the portal. It is not stored until a bookkeeper assigns or copies it. */
export interface Starter {
  /** Id in the API; never the id of a row. */
  readonly id: string
  /** Identifies a bookkeeper's copy. Change it when the content changes, so that old copies are not reused. */
  readonly key: string
  readonly name: string
  readonly description: string
  readonly fields: readonly WorkformField[]
}

type SectionField = Omit<WorkformField, 'section'>
type Options = Partial<Omit<SectionField, 'id' | 'name' | 'type' | 'required'>>

/** Returns an optional field. */
export const ask = (id: string, type: FieldType, name: string, options: Options = {}): SectionField => ({
  id,
  name,
  type,
  required: false,
  ...options,
})

/** Returns a required field. */
export const must = (id: string, type: FieldType, name: string, options: Options = {}): SectionField => ({
  ...ask(id, type, name, options),
  required: true,
})

/** Options of a yes-or-no question. */
export const YES_NO = ['Yes', 'No']
/** Options of a yes-or-no question that a client may not be able to answer. */
export const YES_NO_UNSURE = ['Yes', 'No', 'Not sure']

/** Bookkeeping software that clients are asked about. */
export const SOFTWARE = ['QuickBooks Online', 'QuickBooks Desktop', 'Xero', 'FreshBooks', 'Wave']
/** Extensions of a document that was scanned, photographed or downloaded. */
export const SCANS = ['.pdf', '.jpg', '.jpeg', '.png']

/** Defines a starter. @param number makes its id @param sections the fields by section name, in order */
export function starter(
  number: number,
  {
    key,
    name,
    description,
    sections,
  }: Pick<Starter, 'key' | 'name' | 'description'> & { sections: Record<string, readonly SectionField[]> },
): Starter {
  return {
    id: `57a97e00-0000-7000-8000-${String(number).padStart(12, '0')}`,
    key,
    name,
    description,
    fields: Object.entries(sections).flatMap(([section, fields]) =>
      fields.map(({ id, name: label, type, required, ...more }) => ({
        id,
        name: label,
        type,
        required,
        section,
        ...more,
      })),
    ),
  }
}
