import { SHELL_PAGES } from '@portal/contract/pages'
import { MAX_WEBHOOKS } from '@portal/contract/limits'
import type { WebhookDelivery, Webhook } from '@portal/contract/webhooks'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { BackToProfile } from '../back-to-profile.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { LogCard } from './log-card.tsx'
import { useLiveWebhooks, webhooksQuery } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

const { heading } = SHELL_PAGES['/profile/webhooks']

/** What lies over the page. */
type Over =
  | { what: 'edit'; webhook?: Webhook }
  | { what: 'secret'; secret: string; replaces: boolean }
  | { what: 'delivery'; delivery: WebhookDelivery }

interface ListProps {
  onOver: (over: Over) => void
}

/** The addresses, each with its switch and actions. */
function AddressesCard({ onOver }: ListProps) {
  const { data, error, refetch, isFetching } = useQuery(webhooksQuery)
  const items = data?.items
  return (
    <Card
      title="Addresses"
      description="Every event that an address takes is sent there, signed, in order, and tried for a day."
      padded={false}
    >
      {items && items.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {items.map((webhook) => (
            <EndpointRow
              key={webhook.id}
              webhook={webhook}
              onEdit={() => onOver({ what: 'edit', webhook })}
              onSecret={({ secret }) => onOver({ what: 'secret', secret, replaces: true })}
              onTested={(delivery) => onOver({ what: 'delivery', delivery })}
            />
          ))}
        </ul>
      ) : items ? (
        <EmptyState
          icon={<WebhookIcon />}
          title="No addresses yet"
          description="Add the address of an automation service, and it is told what happens in your portal."
        />
      ) : error ? (
        <ErrorState
          title="Failed to load addresses"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading addresses" />
      )}
    </Card>
  )
}

/** A bookkeeper's webhooks: where events are sent, and what became of each. */
export function WebhooksPage() {
  useLiveWebhooks()
  const { data } = useQuery(webhooksQuery)
  const [over, setOver] = useState<Over>()
  const close = (): void => setOver(undefined)
  const full = (data?.items.length ?? 0) >= MAX_WEBHOOKS
  return (
    <Page width={heading.width}>
      <BackToProfile />
      <PageHeader
        {...heading}
        {...(full ? { subtitle: `You have reached the limit of ${MAX_WEBHOOKS} addresses.` } : {})}
        actions={
          <Button variant="primary" disabled={full} onClick={() => setOver({ what: 'edit' })}>
            Add address
          </Button>
        }
      />
      <AddressesCard onOver={setOver} />
      <LogCard webhooks={data?.items ?? []} onOpen={(delivery) => setOver({ what: 'delivery', delivery })} />
      {over?.what === 'edit' ? (
        <EndpointDialog
          webhook={over.webhook}
          onClose={close}
          onAdded={({ secret }) => setOver({ what: 'secret', secret, replaces: false })}
        />
      ) : null}
      {over?.what === 'secret' ? <SecretDialog secret={over.secret} replaces={over.replaces} onClose={close} /> : null}
      {over?.what === 'delivery' ? (
        <DeliveryDialog key={over.delivery.id} delivery={over.delivery} onClose={close} />
      ) : null}
    </Page>
  )
}
