import { AlertDialog } from '@portal/kit/dialog'
import { CircleAlert, CircleCheck } from 'lucide-react'

/** One line of what did, or did not, happen. */
export interface OutcomeLine {
  ok: boolean
  text: string
}

export interface OutcomeProps {
  lines: readonly OutcomeLine[]
  onClose: () => void
}

/** After the creation of a client: exactly what happened, to be read before going on. */
export function Outcome({ lines, onClose }: OutcomeProps) {
  return (
    <AlertDialog open onClose={onClose} title="Client Created">
      <ul className="grid gap-2.5">
        {lines.map(({ ok, text }) => (
          <li key={text} className="flex items-start gap-2.5">
            {ok ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
            ) : (
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" aria-hidden />
            )}
            <span className="wrap-anywhere min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </AlertDialog>
  )
}
