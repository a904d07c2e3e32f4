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

/** The starters, in the order in which bookkeepers usually need them. */
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

/** Used instead of the timestamps of a row. */
const CREATED_AT = '2026-01-01T00:00:00.000Z'

const byId = new Map(STARTERS.map((s) => [s.id, s]))

export const starterOf = (id: string): Starter | undefined => byId.get(id)

/** Returns a starter as a workform without an owner. */
export function starterWorkform({ id, name, description, fields }: Starter): Workform {
  return {
    id,
    name,
    description,
    fields: [...fields],
    is_template: true,
    user_id: null,
    due_days: null,
    version: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }
}

/** Returns a starter as lists show it. */
export function starterSummary({ id, name, description, fields }: Starter): WorkformSummary {
  return {
    id,
    name,
    description,
    is_template: true,
    field_count: fields.length,
    section_count: groupSections(fields).length,
    due_days: null,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    starter: true,
  }
}
