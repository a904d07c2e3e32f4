import type { Workform, WorkformSummary } from '@portal/contract/workforms'
import { groupSections } from '@portal/contract/fields'
import { accountsAndAccess } from './accounts-and-access.ts'
import { catchUp } from './catch-up.ts'
import type { Starter } from './define.ts'
import { engagementPack } from './engagement-pack.ts'
import { monthlyClose } from './monthly-close.ts'
import { newClientIntake } from './new-client-intake.ts'
import { payrollSetup } from './payroll-setup.ts'
import { vendorReview } from './vendor-review.ts'
import { yearEnd } from './year-end.ts'

/** The built-in starter templates, in the order in which a bookkeeper comes to need them. */
export const STARTERS: readonly Starter[] = [
  newClientIntake,
  accountsAndAccess,
  engagementPack,
  monthlyClose,
  catchUp,
  payrollSetup,
  vendorReview,
  yearEnd,
]

/** When they came into the product: a row would carry the time it was made. */
const SINCE = '2026-01-01T00:00:00.000Z'

const byId = new Map(STARTERS.map((s) => [s.id, s]))

/** The starter with this id, if it is one. */
export const starterOf = (id: string): Starter | undefined => byId.get(id)

/** A starter as the API shows a workform: nobody's, at its first version. */
export function starterWorkform({ id, name, description, fields }: Starter): Workform {
  return {
    id,
    name,
    description,
    fields: [...fields],
    is_template: true,
    user_id: null,
    version: 1,
    created_at: SINCE,
    updated_at: SINCE,
  }
}

/** A starter as lists show it. */
export function starterSummary({ id, name, description, fields }: Starter): WorkformSummary {
  return {
    id,
    name,
    description,
    is_template: true,
    field_count: fields.length,
    section_count: groupSections(fields).length,
    created_at: SINCE,
    updated_at: SINCE,
    starter: true,
  }
}
