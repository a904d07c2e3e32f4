import type { WebhookDeliveryDetail, Webhook, WebhookSecret } from '@portal/contract/webhooks'
import { Button } from '@portal/kit/ui/button'
import { formatCount } from '@portal/kit/ui/count'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { Switch } from '@portal/kit/ui/switch'
import { timeAgo } from '@portal/kit/ui/time'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from './queries.ts'
import { eventsText } from './event-names.tsx'

export interface EndpointRowProps {
  webhook: Webhook
  onEdit: () => void
  onSecret: (made: WebhookSecret) => void
  /** Called with the delivery of a test event. */
  onTested: (delivery: WebhookDeliveryDetail) => void
}

/** Shows the outcome of the last delivery and the number of waiting ones. */
function Health({ webhook: { last, waiting, is_on } }: { webhook: Webhook }) {
  const waits = waiting > 0 ? `${formatCount(waiting)} waiting` : undefined
  if (!last) return <>{[is_on ? 'Nothing sent yet' : 'Switched off', waits].filter(Boolean).join(' · ')}</>
  const text =
    last.state === 'delivered'
      ? `Delivered ${timeAgo(last.tried_at)}`
      : `${last.error ?? 'Not delivered'} (${timeAgo(last.tried_at)})`
  return (
    <>
      <span className={last.state === 'delivered' ? undefined : 'text-error'}>{text}</span>
      {waits ? ` · ${waits}` : ''}
    </>
  )
}

/** Returns the actions on an address. */
function useActions({ webhook: { id }, onSecret, onTested }: EndpointRowProps) {
  const refresh = useRefresh()
  const onError = (error: unknown): void => toastProblem(error)
  const param = { id }
  return {
    test: useMutation({
      mutationFn: () => call(api.webhooks[':id'].test.$post({ param })),
      onSuccess: onTested,
      onError,
      onSettled: refresh,
    }),
    turn: useMutation({
      mutationFn: (is_on: boolean) => call(api.webhooks[':id'].$patch({ param, json: { is_on } })),
      onError,
      onSettled: refresh,
    }),
    rotate: useMutation({
      mutationFn: () => call(api.webhooks[':id'].secret.$post({ param })),
      onSuccess: onSecret,
      onError,
      onSettled: refresh,
    }),
    remove: useMutation({
      mutationFn: () => call(api.webhooks[':id'].$delete({ param })),
      onSuccess: () => toastSuccess('Address removed'),
      onError,
      onSettled: refresh,
    }),
  }
}

type Actions = ReturnType<typeof useActions>

/** Asks for confirmation before a secret is replaced or an address is removed. */
function Confirmations({
  asking,
  actions,
  onClose,
}: {
  asking: 'rotate' | 'remove' | undefined
  actions: Actions
  onClose: () => void
}) {
  return (
    <>
      <ConfirmDialog
        open={asking === 'rotate'}
        onClose={onClose}
        title="Create a new signing secret"
        message="The new secret is shown only once. The old one remains valid for 24 hours."
        confirmLabel="New Secret"
        busy={actions.rotate.isPending}
        onConfirm={() => actions.rotate.mutate(undefined, { onSettled: onClose })}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onClose={onClose}
        title="Remove address"
        message="Nothing more will be sent there, not even waiting events. Its deliveries are removed from the log."
        confirmLabel="Remove"
        busyLabel="Removing..."
        danger
        busy={actions.remove.isPending}
        onConfirm={() => actions.remove.mutate(undefined, { onSettled: onClose })}
      />
    </>
  )
}

/** Shows an address with its state and actions. */
export function EndpointRow(props: EndpointRowProps) {
  const { webhook, onEdit } = props
  const actions = useActions(props)
  const [asking, setAsking] = useState<'rotate' | 'remove'>()
  const is_on = actions.turn.isPending ? actions.turn.variables : webhook.is_on
  const host = URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url
  const button = (label: string, onClick: () => void, busy = false) => (
    <Button size="sm" busy={busy} busyLabel="Sending..." onClick={onClick}>
      {label}
      {/* The buttons are the same in every row. */}
      <span className="sr-only"> for {host}</span>
    </Button>
  )
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="line-clamp-3 wrap-anywhere font-medium text-sm" title={webhook.url}>
            {webhook.url}
          </p>
          <p className="mt-1 text-base-content/70 text-sm">{eventsText(webhook.events)}</p>
          <p className="wrap-anywhere mt-0.5 text-base-content/70 text-sm">
            <Health webhook={webhook} />
          </p>
        </div>
        <Switch
          label={is_on ? 'On' : 'Off'}
          checked={is_on}
          onChange={(on) => actions.turn.mutate(on)}
          className="shrink-0"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {button('Send a test event', () => actions.test.mutate(), actions.test.isPending)}
        {button('Edit', onEdit)}
        {button('New secret', () => setAsking('rotate'))}
        {button('Remove', () => setAsking('remove'))}
      </div>
      <Confirmations asking={asking} actions={actions} onClose={() => setAsking(undefined)} />
    </li>
  )
}
