import type { FieldType, WorkformField } from '@portal/contract/fields'

/** Seconds that an answer usually takes. Files have to be found first. */
const SECONDS: Record<FieldType, number> = {
  'short-text': 20,
  'long-text': 90,
  email: 15,
  number: 20,
  date: 15,
  dropdown: 15,
  checkbox: 15,
  file: 120,
  'download-reupload': 300,
}

/** Returns the minutes that filling in the fields usually takes, in steps of five. */
export function estimateMinutes(fields: readonly Pick<WorkformField, 'type'>[]): number {
  const seconds = fields.reduce((sum, { type }) => sum + SECONDS[type], 0)
  return Math.max(5, Math.ceil(seconds / 300) * 5)
}
