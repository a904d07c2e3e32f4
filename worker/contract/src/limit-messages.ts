/** Messages about limits. Free of zod, so that screens can show them before they ask the API. */

import { formatCount } from './counts.ts'

/** Returns 'Please use at most 10,000 characters.', or '… characters per option.' */
export const tooManyCharacters = (max: number, scope = ''): string =>
  `Please use at most ${formatCount(max)} characters${scope && ` ${scope}`}.`

/** Returns 'Please add at most 500 fields.' */
export const tooManyToAdd = (max: number, things: string): string => `Please add at most ${formatCount(max)} ${things}.`

/** Returns 'Please choose at most 200 clients.' */
export const tooManyToChoose = (max: number, things: string): string =>
  `Please choose at most ${formatCount(max)} ${things}.`

/** A required field is blank. */
export const REQUIRED = 'This field is required.'

export const FILE_EMPTY = 'The file is empty.'
export const FILE_TOO_LARGE = 'The file is larger than 50 MB.'
export const FILE_TYPE_REFUSED = 'This type of file is not accepted here.'
export const FILE_CONTENT_REFUSED = 'The content of the file does not match its type.'
export const FIELD_IS_FULL = 'This field already has the maximum number of files.'
export const TOO_MUCH_TEXT = 'This is more text than the portal can store. Please shorten it, or upload it as a file.'
