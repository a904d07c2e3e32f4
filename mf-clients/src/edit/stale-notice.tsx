import { Button } from '@portal/kit/ui/button'
import type { ClientForm } from './form.ts'

const LABELS: Record<keyof ClientForm, string> = {
  name: 'Full Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  status: 'Status',
}

export interface StaleNoticeProps {
  /** What had been typed over the older data. */
  lost: Partial<ClientForm>
  /** Puts it over the current data, for another look and another save. */
  onRestore: () => void
}

/** Says that the client was changed meanwhile, and keeps at hand what had been typed. */
export function StaleNotice({ lost, onRestore }: StaleNoticeProps) {
  const entries = Object.entries(lost) as [keyof ClientForm, string][]
  return (
    <div role="alert" className="rounded-field border border-warning/50 bg-warning/10 px-4 py-3 text-sm sm:col-span-2">
      <p className="font-medium">This client was changed meanwhile. The current data is shown now.</p>
      {entries.length > 0 ? (
        <>
          <p className="mt-1">Not saved yet, as you had entered it:</p>
          <dl className="mt-1">
            {entries.map(([key, value]) => (
              <div key={key} className="flex flex-wrap gap-x-2">
                <dt className="text-base-content/70">{LABELS[key]}</dt>
                <dd className="min-w-0 wrap-anywhere">{value.trim() || '(empty)'}</dd>
              </div>
            ))}
          </dl>
          <Button size="sm" className="mt-2" onClick={onRestore}>
            Restore my changes
          </Button>
        </>
      ) : null}
    </div>
  )
}
