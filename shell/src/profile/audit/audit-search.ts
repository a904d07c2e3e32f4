import { AUDIT_ACTORS, AUDIT_KINDS, type AuditActor, type AuditKind } from '@portal/contract/audit-kinds'
import { isDate } from '@portal/contract/dates'
import { idParam } from '@portal/kit/ui/search-params'

/** Filters of the audit log, as in the address. */
export interface AuditSearch {
  client?: string
  by?: AuditActor
  kind?: AuditKind
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
    by: oneOf(AUDIT_ACTORS, search['by']),
    kind: oneOf(AUDIT_KINDS, search['kind']),
    from: day(search['from']),
    to: day(search['to']),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as AuditSearch
}
