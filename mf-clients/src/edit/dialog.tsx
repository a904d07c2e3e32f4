import { cleanLine } from '@portal/contract/text'
import type { Client } from '@portal/contract/clients'
import { CLIENT_STATUSES } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { Notice } from '@portal/kit/ui/notice'
import { useSubmit } from '@portal/kit/ui/use-submit'
import { useId } from 'react'
import type { ClientForm, Problems } from './form.ts'
import { useEdit } from './use-edit.ts'

const STATUSES = CLIENT_STATUSES.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))

/** Shows the dialog 'Edit Client'. A stale edit is not saved: the current data is shown instead. */
export function EditClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const id = useId()
  const { form, draft, set, problems, lost, restore, submit, busy } = useEdit(client, onClose)
  const onSubmit = useSubmit(submit, busy)
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
      <form id={id} onSubmit={onSubmit} noValidate className="grid gap-4 sm:grid-cols-2">
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
  const field = <K extends keyof ClientForm>(key: K) => ({
    autoComplete: 'off',
    value: form[key],
    error: problems[key],
    onChange: (value: ClientForm[K]) => onChange({ [key]: value }),
  })
  const help = signedUp ? 'The client signs in with this address and has to confirm a new one.' : undefined
  return (
    <>
      <TextField label="Full Name" required maxLength={120} {...field('name')} className="sm:col-span-2" />
      <TextField
        label="Email"
        type="email"
        help={help}
        required
        maxLength={254}
        {...field('email')}
        className="sm:col-span-2"
      />
      <TextField label="Company" maxLength={120} {...field('company')} />
      <TextField label="Phone" type="tel" maxLength={40} {...field('phone')} />
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

const LABELS: Record<keyof ClientForm, string> = {
  name: 'Full Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  status: 'Status',
}

/** Says that the client has changed since, and offers to apply the unsaved edits to the current data. */
function StaleNotice({ lost, onRestore }: { lost: Partial<ClientForm>; onRestore: () => void }) {
  const entries = Object.entries(lost) as [keyof ClientForm, string][]
  return (
    <Notice tone="warning" role="alert" className="sm:col-span-2">
      <p className="font-medium">This client has changed since you opened it. You now see the current data.</p>
      {entries.length > 0 ? (
        <>
          <p className="mt-1">Your unsaved changes:</p>
          <dl className="mt-1">
            {entries.map(([key, value]) => (
              <div key={key} className="flex flex-wrap gap-x-2">
                <dt className="text-base-content/70">{LABELS[key]}</dt>
                <dd className="min-w-0 wrap-anywhere">{cleanLine(value) || '(empty)'}</dd>
              </div>
            ))}
          </dl>
          <Button size="sm" className="mt-2" onClick={onRestore}>
            Restore my changes
          </Button>
        </>
      ) : null}
    </Notice>
  )
}
