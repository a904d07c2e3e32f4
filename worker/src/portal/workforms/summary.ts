import { sql } from 'drizzle-orm'
import { bookWorkforms } from '../../platform/db/schema/index.ts'

/** The columns of a workform in a list. */
export const SUMMARY = {
  id: bookWorkforms.id,
  name: bookWorkforms.name,
  description: bookWorkforms.description,
  is_template: bookWorkforms.is_template,
  field_count: sql<number>`json_array_length(${bookWorkforms.fields})`,
  section_count: sql<number>`(SELECT count(DISTINCT field.value ->> 'section')
    FROM json_each(${bookWorkforms.fields}) field)`,
  due_days: bookWorkforms.due_days,
  created_at: bookWorkforms.created_at,
  updated_at: bookWorkforms.updated_at,
}
