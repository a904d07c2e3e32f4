import { MAX_WEBHOOKS } from '@portal/contract/limits'
import type { WebhookDelivery, Webhook } from '@portal/contract/webhooks'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { BackLink } from '@portal/kit/ui/back-link'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { LogCard } from './log-card.tsx'
import { useLiveWebhooks, webhooksQuery } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

type OpenDialog =
  | { kind: 'edit'; webhook?: Webhook }
  | { kind: 'secret'; secret: string; replaces: boolean }
  | { kind: 'delivery'; delivery: WebhookDelivery }

/** Lists the addresses with their actions. */
function AddressesCard({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <Card
      title="Addresses"
      description="Events are signed and sent in order. Failed deliveries are retried for a day."
      padded={false}
    >
      <QueryView
        query={useQuery(webhooksQuery)}
        failure="Failed to load addresses"
        loading={<SkeletonRows rows={2} label="Loading addresses" />}
      >
        {({ items }) =>
          items.length > 0 ? (
            <ul className="divide-y divide-base-300">
              {items.map((webhook) => (
                <EndpointRow
                  key={webhook.id}
                  webhook={webhook}
                  onEdit={() => onOpen({ kind: 'edit', webhook })}
                  onSecret={({ secret }) => onOpen({ kind: 'secret', secret, replaces: true })}
                  onTested={(delivery) => onOpen({ kind: 'delivery', delivery })}
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<WebhookIcon />}
              title="No addresses yet"
              description="Add the address of an automation service to notify it of events in your portal."
            />
          )
        }
      </QueryView>
    </Card>
  )
}

/** Shows the bookkeeper's webhooks: addresses and deliveries. */
export function WebhooksPage() {
  useLiveWebhooks()
  const { data } = useQuery(webhooksQuery)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = (): void => setDialog(undefined)
  const full = (data?.items.length ?? 0) >= MAX_WEBHOOKS
  return (
    <Page>
      <BackLink to="/profile">Profile</BackLink>
      <PageHeader
        {...(full ? { subtitle: `You have reached the limit of ${MAX_WEBHOOKS} addresses.` } : {})}
        actions={
          <Button variant="primary" disabled={full} onClick={() => setDialog({ kind: 'edit' })}>
            Add address
          </Button>
        }
      />
      <AddressesCard onOpen={setDialog} />
      <LogCard webhooks={data?.items ?? []} onOpen={(delivery) => setDialog({ kind: 'delivery', delivery })} />
      {dialog?.kind === 'edit' ? (
        <EndpointDialog
          webhook={dialog.webhook}
          onClose={close}
          onAdded={({ secret }) => setDialog({ kind: 'secret', secret, replaces: false })}
        />
      ) : null}
      {dialog?.kind === 'secret' ? (
        <SecretDialog secret={dialog.secret} replaces={dialog.replaces} onClose={close} />
      ) : null}
      {dialog?.kind === 'delivery' ? (
        <DeliveryDialog key={dialog.delivery.id} delivery={dialog.delivery} onClose={close} />
      ) : null}
    </Page>
  )
}
