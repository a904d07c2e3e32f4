import type { ClientDetail } from '@portal/contract/clients'
import { mediumDate } from '@portal/kit/ui/time'

const WORDS = {
  waiting: 'Waiting for confirmation: the client has to confirm',
  refused: 'The client refused to change their address to',
  expired: 'The client did not confirm in time',
} as const

/** What became of another address that the client was asked to confirm. */
export function EmailChange({
  change: { email, asked_at, state },
}: {
  change: NonNullable<ClientDetail['email_change']>
}) {
  return (
    <p className="mt-5 rounded-field border border-info/50 bg-info/10 px-4 py-3 text-sm">
      {WORDS[state]} <span className="wrap-anywhere font-medium">{email}</span> (asked {mediumDate(asked_at)}). Mail and
      sign-in {state === 'waiting' ? 'stay with the present address until then.' : 'stay with the present address.'}
    </p>
  )
}
