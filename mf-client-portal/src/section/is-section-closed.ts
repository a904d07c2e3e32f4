import { isApiError } from '@portal/sdk'

/** Returns whether an error means that the section can no longer be filled in: submitted, withdrawn or archived. */
export const isSectionClosed = (error: unknown): boolean =>
  isApiError(error, 'section_locked') || isApiError(error, 'not_found') || isApiError(error, 'archived')
