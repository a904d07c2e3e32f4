import type { ClientDetail } from '@portal/contract/clients'
import { mediumDate } from '@portal/kit/ui/time'

const TEXTS = {
  waiting: 'Waiting for confirmation: the client has been asked to confirm',
  refused: 'The client refused to change their address to',
  expired: 'The client did not confirm in time',
} as const

/** Shows the state of an address change that the client was asked to confirm. */
export function EmailChange({
  change: { email, asked_at, state },
}: {
  change: NonNullable<ClientDetail['email_change']>
}) {
  return (
    <p className="mt-5 rounded-field border border-info/50 bg-info/10 px-4 py-3 text-sm">
      {TEXTS[state]} <span className="wrap-anywhere font-medium">{email}</span> (requested {mediumDate(asked_at)}).{' '}
      {state === 'waiting' ? 'Until then, mail and sign-in' : 'Mail and sign-in still'} use the current address.
    </p>
  )
}
