import { isDate } from '@portal/contract/fields'
import { idParam } from '@portal/kit/ui/search-params'

/** Who has acted. */
export type By = 'you' | 'client' | 'agent'
const KINDS = ['client', 'workform', 'assignment', 'section', 'file', 'message', 'account', 'mail', 'webhook'] as const
/** What the action was about. */
export type Kind = (typeof KINDS)[number]

/** Filters of the audit log, as in the address. */
export interface AuditSearch {
  client?: string
  by?: By
  kind?: Kind
  from?: string
  to?: string
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value)
const day = (value: unknown): string | undefined => (typeof value === 'string' && isDate(value) ? value : undefined)

/** Returns the valid filters of the address. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const filters = {
    client: idParam(search['client']),
    by: oneOf(['you', 'client', 'agent'] as const, search['by']),
    kind: oneOf(KINDS, search['kind']),
    from: day(search['from']),
    to: day(search['to']),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as AuditSearch
}
