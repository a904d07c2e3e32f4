import type { Client } from '@portal/contract/clients'
import { CLIENT_STATUSES } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { useId } from 'react'
import type { ClientForm, Problems } from './form.ts'
import { StaleNotice } from './stale-notice.tsx'
import { useEdit } from './use-edit.ts'

const STATUSES = CLIENT_STATUSES.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))

export interface EditClientProps {
  /** The client as it was when the dialog was opened. */
  client: Client
  onClose: () => void
}

/** Shows the dialog 'Edit Client'. A stale edit is not saved: the current data is shown instead. */
export function EditClient({ client, onClose }: EditClientProps) {
  const id = useId()
  const { form, draft, set, problems, lost, restore, submit, busy } = useEdit(client, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={draft}
      busy={busy}
      title="Edit Client"
      description="Update client information"
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Updating...">
            Update Client
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        {lost ? <StaleNotice lost={lost} onRestore={restore} /> : null}
        <Fields form={form} problems={problems} onChange={set} signedUp={client.password_set} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  form: ClientForm
  problems: Problems
  onChange: (change: Partial<ClientForm>) => void
  /** Whether the client has signed up and uses this address to sign in. */
  signedUp: boolean
}

function Fields({ form, problems, onChange, signedUp }: FieldsProps) {
  return (
    <>
      <TextField
        label="Full Name"
        required
        maxLength={120}
        autoComplete="off"
        value={form.name}
        error={problems.name}
        onChange={(name) => onChange({ name })}
        className="sm:col-span-2"
      />
      <TextField
        label="Email"
        type="email"
        help={signedUp ? 'The client signs in with this address and has to confirm a new one.' : undefined}
        required
        maxLength={254}
        autoComplete="off"
        value={form.email}
        error={problems.email}
        onChange={(email) => onChange({ email })}
        className="sm:col-span-2"
      />
      <TextField
        label="Company"
        maxLength={120}
        autoComplete="off"
        value={form.company}
        error={problems.company}
        onChange={(company) => onChange({ company })}
      />
      <TextField
        label="Phone"
        type="tel"
        maxLength={40}
        autoComplete="off"
        value={form.phone}
        error={problems.phone}
        onChange={(phone) => onChange({ phone })}
      />
      <SelectField
        label="Status"
        value={form.status}
        options={STATUSES}
        onChange={(status) => onChange({ status })}
        className="sm:col-span-2"
      />
    </>
  )
}
