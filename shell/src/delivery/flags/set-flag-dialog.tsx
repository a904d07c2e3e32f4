import { SelectField } from '@portal/kit/ui/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { operatorApi } from '../api.ts'
import { TargetField, useTarget } from '../target-field.tsx'
import { useRemoteAction } from '../use-remote-action.ts'

const TARGETS = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'firm', label: 'One firm' },
  { value: 'person', label: 'One person' },
] as const
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
  const kind = target === 'everyone' ? undefined : target
  const { address, unsaved, check, field } = useTarget(kind)
  const set = useRemoteAction(
    () =>
      call(
        operatorApi.delivery.flags[':name'].$put({
          param: { name },
          json: { percent: Number(value), ...(kind && { [kind]: address }) },
        }),
      ),
    `Set ${name}`,
    onClose,
  )
  return (
    <FormDialog
      title={`Set ${name}`}
      submitLabel="Set"
      busyLabel="Setting..."
      busy={set.isPending}
      unsaved={unsaved}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) set.mutate(undefined)
      }}
    >
      <SelectField label="For" value={target} onChange={setTarget} options={TARGETS} />
      {kind ? <TargetField kind={kind} field={field} /> : null}
      <SelectField
        label="Value"
        value={value}
        onChange={setValue}
        options={VALUES}
        help="A share is always the same people. Open tabs follow within a minute."
      />
    </FormDialog>
  )
}
