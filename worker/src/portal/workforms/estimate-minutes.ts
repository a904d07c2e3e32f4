import { rulesOf } from '@portal/contract/field-types'
import type { WorkformField } from '@portal/contract/fields'

/** Returns the minutes that filling in the fields usually takes, in steps of five. */
export function estimateMinutes(fields: readonly Pick<WorkformField, 'type'>[]): number {
  const seconds = fields.reduce((sum, { type }) => sum + rulesOf(type).seconds, 0)
  return Math.max(5, Math.ceil(seconds / 300) * 5)
}
