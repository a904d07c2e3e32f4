import { cleanEmail, EMAIL_INVALID, isEmail } from '@portal/contract/emails'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { useAnswer } from '../answer.ts'
import { operatorApi } from '../api.ts'
import { ChangeDialog } from '../change-dialog.tsx'

const TARGETS = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'firm', label: 'One firm' },
  { value: 'person', label: 'One person' },
] as const
const FIELDS = {
  firm: { label: 'Bookkeeper', help: 'The email address of a bookkeeper of the firm. It applies to its clients, too.' },
  person: { label: 'Person', help: 'The email address of the account.' },
}
const VALUES = [
  { value: '100', label: 'On' },
  { value: '50', label: 'On for 50%' },
  { value: '25', label: 'On for 25%' },
  { value: '5', label: 'On for 5%' },
  { value: '0', label: 'Off' },
] as const

/** Sets the value of a flag for everyone, a firm or a person. */
export function SetFlagDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [target, setTarget] = useState<(typeof TARGETS)[number]['value']>('everyone')
  const [value, setValue] = useState<(typeof VALUES)[number]['value']>('100')
  const address = useAnswer((text) => (isEmail(cleanEmail(text)) ? undefined : EMAIL_INVALID))
  const kind = target === 'everyone' ? undefined : target
  const json = { percent: Number(value), ...(kind && { [kind]: address.text }) }
  return (
    <ChangeDialog
      title={`Set ${name}`}
      submitLabel="Set"
      busyLabel="Setting..."
      reason="none"
      answer={kind && address}
      run={() => call(operatorApi.delivery.flags[':name'].$put({ param: { name }, json }))}
      done={`Set ${name}`}
      onClose={onClose}
    >
      <SelectField label="For" value={target} onChange={setTarget} options={TARGETS} />
      {kind ? <TextField {...address.field} {...FIELDS[kind]} type="email" required /> : null}
      <SelectField
        label="Value"
        value={value}
        onChange={setValue}
        options={VALUES}
        help="A share is always the same people. Open tabs follow within a minute."
      />
    </ChangeDialog>
  )
}
