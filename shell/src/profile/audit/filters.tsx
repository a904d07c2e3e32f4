import type { AuditActor, AuditKind } from '@portal/contract/audit-kinds'
import { Card } from '@portal/kit/ui/card'
import { DateField } from '@portal/kit/ui/date-field'
import { SelectField } from '@portal/kit/ui/fields'
import { ClientFilter } from './client-filter.tsx'
import type { AuditSearch } from './audit-search.ts'

export interface FiltersProps {
  search: AuditSearch
  onChange: (change: { [K in keyof AuditSearch]?: AuditSearch[K] | undefined }) => void
}

const KINDS: Readonly<Record<AuditKind | 'all', string>> = {
  all: 'Everything',
  client: 'Clients',
  workform: 'Workforms',
  assignment: 'Assignments',
  section: 'Sections',
  file: 'Files',
  message: 'Chat',
  account: 'Accounts and sign-in',
  mail: 'Email',
  webhook: 'Webhooks',
}
const PEOPLE: Readonly<Record<AuditActor | 'all', string>> = {
  all: 'Everyone',
  you: 'You',
  client: 'Clients',
  agent: 'The agent',
}
const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Filters the audit log by client, person, kind and date. */
export function Filters({ search, onChange }: FiltersProps) {
  const { client, by, kind, from, to } = search
  return (
    <Card>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <ClientFilter value={client} onChange={(id) => onChange({ client: id })} />
        <SelectField
          label="Person"
          value={by ?? 'all'}
          onChange={(value) => onChange({ by: value === 'all' ? undefined : (value as AuditActor) })}
          options={choicesOf(PEOPLE)}
        />
        <SelectField
          label="Kind"
          value={kind ?? 'all'}
          onChange={(value) => onChange({ kind: value === 'all' ? undefined : (value as AuditKind) })}
          options={choicesOf(KINDS)}
        />
        <DateField label="From" value={from ?? ''} onChange={(day) => onChange({ from: day || undefined })} max={to} />
        <DateField label="To" value={to ?? ''} onChange={(day) => onChange({ to: day || undefined })} min={from} />
      </div>
    </Card>
  )
}
