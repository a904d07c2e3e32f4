import type { FieldType, WorkformField } from '@portal/contract/fields'

/** A built-in starter template: part of the product, the same for every firm, and in no table until a bookkeeper takes it. */
export interface Starter {
  /** Its id in the API, never that of a row. */
  readonly id: string
  /** What a bookkeeper's copy of it is known by. Another text of the template gets another key, or copies of both would pass for one. */
  readonly key: string
  readonly name: string
  readonly description: string
  readonly fields: readonly WorkformField[]
}

type Asked = Omit<WorkformField, 'section'>
type More = Partial<Omit<Asked, 'id' | 'name' | 'type' | 'required'>>

/** A field that may be left empty. */
export const ask = (id: string, type: FieldType, name: string, more: More = {}): Asked => ({
  id,
  name,
  type,
  required: false,
  ...more,
})

/** A field that must be filled in. */
export const must = (id: string, type: FieldType, name: string, more: More = {}): Asked => ({
  ...ask(id, type, name, more),
  required: true,
})

/** 'Yes' or 'No', as a dropdown. */
export const YES_NO = ['Yes', 'No']
/** As `YES_NO`, for questions a client may not be able to answer. */
export const YES_NO_UNSURE = ['Yes', 'No', 'Not sure']

/** Puts a starter together: `number` makes its id, `sections` are its fields by the section's name, in order. */
export function starter(
  number: number,
  {
    key,
    name,
    description,
    sections,
  }: Pick<Starter, 'key' | 'name' | 'description'> & { sections: Record<string, readonly Asked[]> },
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
