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
  /** The edits that were based on older data. */
  lost: Partial<ClientForm>
  /** Applies the edits to the current data. */
  onRestore: () => void
}

/** Says that the client has changed since, and offers to restore the unsaved edits. */
export function StaleNotice({ lost, onRestore }: StaleNoticeProps) {
  const entries = Object.entries(lost) as [keyof ClientForm, string][]
  return (
    <div role="alert" className="rounded-field border border-warning/50 bg-warning/10 px-4 py-3 text-sm sm:col-span-2">
      <p className="font-medium">This client has changed since you opened it. You now see the current data.</p>
      {entries.length > 0 ? (
        <>
          <p className="mt-1">Your unsaved changes:</p>
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
