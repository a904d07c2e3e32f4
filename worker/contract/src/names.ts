import type * as z from 'zod'
import { optionalText, requiredText } from './common.ts'
import { hasWebAddress } from './web-address.ts'

/** Names of people and firms: they stand in mails, so none may carry a web address. */

const withoutAddress =
  (what: string) =>
  (value: string | null, check: z.RefinementCtx): void => {
    if (value !== null && hasWebAddress(value))
      check.addIssue({ code: 'custom', message: `${what} cannot contain a web address.` })
  }

/** The name of a person or firm; `what` names the field to people. */
export const nameText = (max: number, what: string) => requiredText(max).superRefine(withoutAddress(what))
/** Like `nameText`, but it may be missing or blank. */
export const optionalName = (max: number, what: string) => optionalText(max).superRefine(withoutAddress(what))
