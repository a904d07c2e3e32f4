import type { WebhookDeliveryState } from '@portal/contract/webhook-events'
import type { WebhookDelivery, Webhook } from '@portal/contract/webhooks'
import { Card } from '@portal/kit/ui/card'
import { SelectField } from '@portal/kit/ui/fields'
import { Pills } from '@portal/kit/ui/pills'
import { PagedList } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { timeAgo } from '@portal/kit/ui/time'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { deliveriesQuery } from './queries.ts'
import { DeliveryBadge, eventName } from './event-names.tsx'

const FILTERS: readonly { value: WebhookDeliveryState | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
]

function LogRow({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const { event, url, error, created_at } = delivery
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full cursor-pointer items-start gap-4 px-5 py-3.5 text-left hover:bg-base-200/60"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <span className="font-medium">{eventName(event)}</span>
            <DeliveryBadge delivery={delivery} />
          </span>
          <span className="mt-0.5 block truncate text-base-content/70 text-sm" title={url}>
            {url}
          </span>
          {error ? <span className="wrap-anywhere mt-0.5 block text-error text-sm">{error}</span> : null}
        </span>
        <span className="shrink-0 text-right text-base-content/70 text-sm">{timeAgo(created_at)}</span>
      </button>
    </li>
  )
}

/** Shows the log of deliveries, filtered by state and address. */
export function LogCard({
  webhooks,
  onOpen,
}: {
  webhooks: readonly Webhook[]
  onOpen: (delivery: WebhookDelivery) => void
}) {
  const [state, setState] = useState<WebhookDeliveryState | 'all'>('all')
  const [endpoint, setEndpoint] = useState('')
  const known = webhooks.some((w) => w.id === endpoint) ? endpoint : ''
  const query = useInfiniteQuery(
    deliveriesQuery({ state: state === 'all' ? undefined : state, endpoint: known || undefined }),
  )
  return (
    <Card title="Deliveries" description="The last 30 days." padded={false}>
      <div className="flex flex-wrap items-end justify-between gap-3 border-base-300 border-b px-5 py-3.5">
        <Pills label="Filter by state" options={FILTERS} value={state} onChange={setState} />
        {webhooks.length > 1 ? (
          <SelectField
            label="Address"
            hideLabel
            className="w-full sm:max-w-64"
            value={known}
            onChange={setEndpoint}
            options={[{ value: '', label: 'All addresses' }, ...webhooks.map((w) => ({ value: w.id, label: w.url }))]}
          />
        ) : null}
      </div>
      <PagedList
        query={query}
        failure="Failed to load deliveries"
        loading={<SkeletonRows rows={4} label="Loading deliveries" />}
        empty={
          <EmptyState
            icon={<Send />}
            title={state === 'all' ? 'Nothing sent yet' : 'No deliveries in this state'}
            description={state === 'all' ? 'Events sent to your addresses appear here, with the responses.' : undefined}
          />
        }
      >
        {(items) => (
          <ul aria-busy={query.isPlaceholderData || undefined} className="divide-y divide-base-300">
            {items.map((delivery) => (
              <LogRow key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery)} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  )
}
