import * as z from 'zod'
import { Email, Id } from './common.ts'

/** A firm, by its id or the address of one of its bookkeepers. */
export const FirmReference = z.union([Id, Email], 'Please enter the address of a bookkeeper, or the id of a firm.')
