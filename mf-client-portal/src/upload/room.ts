import type { WorkformField } from '@portal/contract/fields'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { isActive, type Upload } from '@portal/kit/features/uploads/upload-job'
import type { Place } from './uploads.ts'

/** Returns whether an upload counts toward the field's limit: not if it is refused or failed. */
const countsTowardLimit = (upload: Upload<Place>): boolean =>
  isActive(upload) || ['asking', 'missing', 'offline'].includes(upload.state)

/** How many files a field takes in total, and how many more. */
export interface Room {
  maxFiles: number
  remaining: number
}

/** Returns how many files a field takes beside those on the server and those on their way. */
export function roomIn(field: WorkformField, stored: number, uploads: readonly Upload<Place>[]): Room {
  const maxFiles = Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD)
  return { maxFiles, remaining: maxFiles - stored - uploads.filter(countsTowardLimit).length }
}
