import { isBlank } from '@portal/contract/text'
import { WEBHOOK_URL_MAX } from '@portal/contract/limits'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@portal/contract/webhook-events'
import type { Webhook, WebhookSecret } from '@portal/contract/webhooks'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { TextField } from '@portal/kit/ui/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { api, call, isApiError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefresh } from './queries.ts'
import { EVENT_NAMES } from './event-names.tsx'

interface EventChoiceProps {
  value: readonly WebhookEvent[]
  onChange: (value: WebhookEvent[]) => void
  error: string | undefined
}

/** Selects events, one by one or all at once. */
function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const all = value.length === WEBHOOK_EVENTS.length
  return (
    <fieldset className="mt-1" aria-describedby={error ? 'events-error' : undefined}>
      <legend className="font-medium text-sm">Events</legend>
      <div className="mt-3 grid gap-2.5 sm:grid-cols-2">
        <div className="border-base-300 border-b pb-2.5 sm:col-span-2">
          <Checkbox
            label="All events"
            checked={all}
            mixed={value.length > 0 && !all}
            onChange={(checked) => onChange(checked ? [...WEBHOOK_EVENTS] : [])}
          />
        </div>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={`${EVENT_NAMES[event]} (${event})`}
            checked={value.includes(event)}
            onChange={(checked) => onChange(WEBHOOK_EVENTS.filter((e) => (e === event ? checked : value.includes(e))))}
          />
        ))}
      </div>
      {error ? (
        <p id="events-error" role="alert" className="mt-2 text-error text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

export interface EndpointDialogProps {
  /** The address to edit; absent to add one. */
  webhook?: Webhook | undefined
  onClose: () => void
  /** Called with the secret of a new address, which is shown only once. */
  onAdded: (made: WebhookSecret) => void
}

interface Endpoint {
  url: string
  events: WebhookEvent[]
}

/** Saves the address and shows the outcome. */
function useSave({ webhook, onClose, onAdded }: EndpointDialogProps, onSaved: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (json: Endpoint): Promise<WebhookSecret | undefined> => {
      if (!webhook) return call(api.webhooks.$post({ json }))
      await call(api.webhooks[':id'].$patch({ param: { id: webhook.id }, json }))
      return undefined
    },
    onSuccess: (made) => {
      refresh()
      onSaved()
      onClose()
      if (made) onAdded(made)
      else toastSuccess('Address saved')
    },
    onError: (error) => {
      if (!isApiError(error, 'invalid_input')) toastProblem(error, 'Failed to save address')
    },
  })
}

/** Adds or edits an address. */
export function EndpointDialog(props: EndpointDialogProps) {
  const { webhook, onClose } = props
  const stored: Endpoint = { url: webhook?.url ?? '', events: webhook?.events ?? [...WEBHOOK_EVENTS] }
  const draft = useDraft(`webhook.${webhook?.id ?? 'new'}`, stored)
  const { url, events } = draft.value
  const [submitted, setSubmitted] = useState(false)
  const save = useSave(props, draft.discard)
  const refusal = isApiError(save.error) && save.variables?.url === url ? save.error.forField('url') : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (!isBlank(url) && events.length > 0 && !save.isPending) save.mutate({ url, events })
  }
  return (
    <FormDialog
      onClose={onClose}
      unsaved={draft}
      busy={save.isPending}
      size="lg"
      title={webhook ? 'Edit Address' : 'Add Address'}
      description="Each chosen event is sent there as a signed POST request."
      submitLabel={webhook ? 'Save Address' : 'Add Address'}
      busyLabel="Saving..."
      onSubmit={submit}
    >
      <TextField
        label="Address"
        type="url"
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={WEBHOOK_URL_MAX}
        placeholder="https://hooks.example.com/portal"
        value={url}
        onChange={(next) => draft.set({ url: next })}
        error={submitted && isBlank(url) ? 'Please enter an address.' : refusal}
      />
      <EventChoice
        value={events}
        onChange={(next) => draft.set({ events: next })}
        error={submitted && events.length === 0 ? 'Please choose at least one event.' : undefined}
      />
    </FormDialog>
  )
}
