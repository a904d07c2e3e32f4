import type { Offer } from '@portal/contract/sessions'
import { Button } from '@portal/kit/ui/button'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { EmailText } from '@portal/kit/ui/email-text'
import { mediumDate } from '@portal/kit/ui/time'
import { api, call, queryClient, setSession, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { recordsQuery } from './queries.ts'

/** Maximum number of workforms that are named; the others are counted. */
const MAX_NAMED = 3

function useDecision(offer: Offer) {
  const onError = (error: Error): void => {
    toastProblem(error)
    void queryClient.invalidateQueries({ queryKey: recordsQuery.queryKey })
  }
  const accept = useMutation({
    mutationFn: () => call(api.auth.records[':id'].accept.$post({ param: { id: offer.client_id } })),
    onSuccess: (session) => {
      toastInfo(`You are now with ${offer.firm}`)
      setSession(session, 'switched')
    },
    onError,
  })
  const decline = useMutation({
    mutationFn: (report: boolean) =>
      call(api.auth.records[':id'].decline.$post({ param: { id: offer.client_id }, json: { report } })),
    onSuccess: async (_, report) => {
      await queryClient.invalidateQueries({ queryKey: recordsQuery.queryKey })
      if (report) toastSuccess('Reported', `${offer.firm} can no longer invite you.`)
      else toastSuccess('Request declined', `${offer.firm} will see that you declined.`)
    },
    onError,
  })
  return { accept, decline, busy: accept.isPending || decline.isPending }
}

/** Lists the workforms that the bookkeeper wants the client to fill in. */
function Workforms({ workforms, workform_count: count }: Pick<Offer, 'workforms' | 'workform_count'>) {
  const more = count - MAX_NAMED
  if (workforms.length === 0) return <p className="mt-2 text-sm">They have not asked for anything yet.</p>
  return (
    <div className="mt-2 text-sm">
      <p>They ask you to fill in:</p>
      <ul className="mt-1 list-disc pl-5">
        {workforms.slice(0, MAX_NAMED).map(({ name, due_date }) => (
          <li key={`${name} ${due_date}`} className="wrap-anywhere">
            {name}
            {due_date ? <span className="text-base-content/70">, due {mediumDate(due_date)}</span> : null}
          </li>
        ))}
        {more > 0 ? <li>{more === 1 ? '1 more form' : `${more} more forms`}</li> : null}
      </ul>
    </div>
  )
}

/** Shows a bookkeeper's request to work with the client, with buttons to accept, decline or report it. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { accept, decline, busy } = useDecision(offer)
  const [asking, setAsking] = useState<'decline' | 'report'>()
  const who = offer.bookkeeper || offer.bookkeeper_email
  return (
    <article aria-label={`Request from ${who}`} className="rounded-box border border-base-300 bg-base-100 p-4">
      <h3 className="wrap-anywhere font-semibold">{offer.firm}</h3>
      <p className="wrap-anywhere mt-1 text-sm">
        <span className="font-medium">{who}</span> (<EmailText email={offer.bookkeeper_email} />) asked to become your
        bookkeeper on {mediumDate(offer.asked_at)}.
      </p>
      <Workforms {...offer} />
      <p className="mt-2 text-base-content/70 text-sm">
        Accept only if you know them. Until then they cannot see your data. Your other bookkeepers are not told.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          busy={accept.isPending}
          busyLabel="Accepting..."
          disabled={busy}
          onClick={() => accept.mutate()}
        >
          Accept and open
        </Button>
        <Button size="sm" disabled={busy} onClick={() => setAsking('decline')}>
          Decline
        </Button>
        <Button size="sm" disabled={busy} onClick={() => setAsking('report')}>
          Report
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => decline.mutate(asking === 'report', { onError: () => setAsking(undefined) })}
        title={asking === 'report' ? 'Report this request' : 'Decline this request'}
        message={
          asking === 'report'
            ? `${offer.firm} will no longer be able to invite you. This cannot be undone.`
            : `${offer.firm} will see that you declined. This cannot be undone, but they can ask you again.`
        }
        confirmLabel={asking === 'report' ? 'Report' : 'Decline'}
        busyLabel={asking === 'report' ? 'Reporting...' : 'Declining...'}
        danger
        busy={decline.isPending}
      />
    </article>
  )
}
