import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import * as z from 'zod'
import { AppError } from '../../errors.ts'

/** The sort key of the last row of a page: the value it is sorted by, and its id for ties. */
export interface PageKey {
  value: string
  id: string
}

const Key = z.tuple([z.string(), z.string(), z.string()])

/** Returns the cursor for the rows after `key`. `sort` binds it to one sort order. */
export function encodeCursor(sort: string, key: PageKey): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([sort, key.value, key.id])))
}

/**
 * Returns the key in a cursor, or undefined if there is no cursor.
 * @throws AppError `invalid_input` when the cursor belongs to another list or sort order
 */
export function decodeCursor(sort: string, cursor: string | undefined): PageKey | undefined {
  if (cursor === undefined) return undefined
  try {
    const [madeFor, value, id] = Key.parse(JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(cursor))))
    if (madeFor === sort && value.isWellFormed() && id.isWellFormed()) return { value, id }
  } catch {
    // Not a cursor of the portal: refused below.
  }
  throw new AppError('invalid_input', {
    detail: 'This cursor does not belong to this list.',
    errors: [{ path: 'cursor', message: 'This cursor does not belong to this list.' }],
  })
}
