import type { WorkformSummary } from '@portal/contract/workforms'
import { sql } from 'drizzle-orm'
import { jsonFlag, jsonRow } from '../db/encoded.ts'

/** A row of book_workforms (alias p) in a list. */
export const SUMMARY = jsonRow<Omit<WorkformSummary, 'starter'>>({
  id: sql`p.id`,
  name: sql`p.name`,
  description: sql`p.description`,
  is_template: jsonFlag(sql`p.is_template`),
  field_count: sql`json_array_length(p.fields)`,
  section_count: sql`(SELECT count(DISTINCT f.value ->> 'section') FROM json_each(p.fields) f)`,
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
})
