import { Button } from '@portal/kit/ui/button'

/** Says that the section has changed since it was opened. */
export function ChangedNotice({ onSeen }: { onSeen: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-field border border-info/40 bg-info/10 px-4 py-3 text-sm"
    >
      <p className="min-w-48 flex-1">
        This section has just changed. You see its current answers; please look again before you decide.
      </p>
      <Button size="sm" onClick={onSeen}>
        OK
      </Button>
    </div>
  )
}

/** Renders the reason of a rejection. */
export function RejectionReason({ reason }: { reason: string | null }) {
  return (
    <div className="rounded-field border border-error/40 bg-error/8 px-4 py-3 text-sm">
      <h4 className="font-medium">Rejection Reason</h4>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{reason ?? 'Not provided'}</p>
    </div>
  )
}
