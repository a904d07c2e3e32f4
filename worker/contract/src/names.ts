import type * as z from 'zod'
import { changedText, optionalText, requiredText } from './common.ts'
import { hasWebAddress } from './web-address.ts'

/** Schemas of names of people and firms. Names appear in mails, so they must not contain a web address. */

const withoutAddress =
  (what: string) =>
  (value: string | null | undefined, check: z.RefinementCtx): void => {
    if (value && hasWebAddress(value))
      check.addIssue({ code: 'custom', message: `${what} cannot contain a web address.` })
  }

/** Returns the schema of the name of a person or firm; `what` is the field in error messages. */
export const nameText = (max: number, what: string) => requiredText(max).superRefine(withoutAddress(what))
/** Returns the schema of a name that can be missing or blank. */
export const optionalName = (max: number, what: string) => optionalText(max).superRefine(withoutAddress(what))
/** Returns the schema of a name in an update, see `changedText`. */
export const changedName = (max: number, what: string) => changedText(max).superRefine(withoutAddress(what))
