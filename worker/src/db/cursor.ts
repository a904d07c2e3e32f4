import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import * as z from 'zod'
import { AppError } from '../errors.ts'

/** The key of the last row of a page: the value it is sorted by, and its id, which settles ties. */
export interface PageKey {
  value: string
  id: string
}

const Key = z.tuple([z.string(), z.string(), z.string()])

/** The cursor that leads to the rows behind `key`. `sort` binds it to the order it was made for. */
export function encodeCursor(sort: string, key: PageKey): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([sort, key.value, key.id])))
}

/**
 * The key in a cursor, or undefined where there is none.
 * @throws AppError `invalid_input` when it is not a cursor of this list in this order
 */
export function decodeCursor(sort: string, cursor: string | undefined): PageKey | undefined {
  if (cursor === undefined) return undefined
  try {
    const [made, value, id] = Key.parse(JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(cursor))))
    if (made === sort && value.isWellFormed() && id.isWellFormed()) return { value, id }
  } catch {
    // Not made by us: refused below, like one of another order.
  }
  throw new AppError('invalid_input', {
    detail: 'This cursor does not belong to this list.',
    errors: [{ path: 'cursor', message: 'This cursor does not belong to this list.' }],
  })
}
