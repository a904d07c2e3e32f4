import type { WebhookDelivery, WebhookDeliveryDetail } from '@portal/contract/webhooks'
import { Button } from '@portal/kit/ui/button'
import { Fact } from '@portal/kit/ui/card'
import { cx } from '@portal/kit/ui/class-names'
import { Dialog } from '@portal/kit/ui/dialog'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonRows } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { deliveryQuery, useRefresh } from './queries.ts'
import { DeliveryBadge, eventName } from './event-names.tsx'

function Code({ title, text }: { title: string; text: string }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 font-medium text-sm">{title}</h3>
      <pre
        className={cx(
          'whitespace-pre-wrap wrap-anywhere rounded-box border border-base-300 bg-base-200/50 p-4',
          'font-mono text-xs leading-relaxed',
        )}
      >
        {text}
      </pre>
    </section>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { url, tries, status, created_at, tried_at, next_at, error } = delivery
  return (
    <>
      {error ? (
        <p role="status" className="wrap-anywhere mb-4 rounded-field bg-error/10 px-4 py-3 text-sm">
          {error}
        </p>
      ) : null}
      <dl className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Fact term="Address">
            <span className="wrap-anywhere">{url}</span>
          </Fact>
        </div>
        <Fact term="State">
          <DeliveryBadge delivery={delivery} />
        </Fact>
        <Fact term="Status">{status ?? 'None'}</Fact>
        <Fact term="Queued">{dateAndTime(created_at)}</Fact>
        <Fact term={tries > 1 ? `Last of ${tries} tries` : 'Tried'}>
          {tried_at ? dateAndTime(tried_at) : 'Not yet'}
        </Fact>
        {next_at ? <Fact term="Next try">{dateAndTime(next_at)}</Fact> : null}
      </dl>
    </>
  )
}

/** Shows the request and the response of a delivery, and sends it again. */
export function DeliveryDialog({
  delivery,
  onClose,
}: {
  delivery: WebhookDelivery | WebhookDeliveryDetail
  onClose: () => void
}) {
  const refresh = useRefresh()
  const query = useQuery({
    ...deliveryQuery(delivery.id),
    ...('body' in delivery ? { initialData: delivery } : {}),
  })
  const again = useMutation({
    mutationFn: () => call(api.webhooks.deliveries[':id'].resend.$post({ param: { id: delivery.id } })),
    onSuccess: () => toastSuccess('On its way', 'The event is being sent again with the same id.'),
    onError: (problem) => toastProblem(problem),
    onSettled: refresh,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={eventName(delivery.event)}
      description={delivery.event}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={again.isPending}
            busyLabel="Sending..."
            onClick={() => again.mutate()}
            data-autofocus
          >
            Send again
          </Button>
        </>
      }
    >
      <QueryView query={query} failure="Failed to load delivery" loading={<SkeletonRows rows={3} />}>
        {(data) => (
          <>
            <Facts delivery={data} />
            <Code title="Request" text={pretty(data.body)} />
            {data.answer ? <Code title="Response" text={data.answer} /> : null}
          </>
        )}
      </QueryView>
    </Dialog>
  )
}
