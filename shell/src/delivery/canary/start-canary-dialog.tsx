import { FormDialog } from '@portal/kit/ui/form-dialog'
import { SelectField } from '@portal/kit/ui/fields'
import { call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorApi } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { TargetField, useTarget } from '../target-field.tsx'
import { useRemoteAction } from '../use-remote-action.ts'
import { VersionName } from '../version-name.tsx'

const AUDIENCES = [
  { value: '5', label: '5% of people' },
  { value: '25', label: '25% of people' },
  { value: '50', label: '50% of people' },
  { value: 'firm', label: 'One firm' },
  { value: 'person', label: 'One person' },
] as const
type Audience = (typeof AUDIENCES)[number]['value']

/** Returns who gets the canary, as the API expects it. */
function targetsOf(audience: Audience, address: string) {
  if (audience === 'firm') return { firms: [address] }
  if (audience === 'person') return { people: [address] }
  return { percent: Number(audience) }
}

/** Gives a version to a share of people, a firm or a person, in comparison with the live one. */
export function StartCanaryDialog({ name, version, onClose }: { name: string; version: string; onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery)
  const [audience, setAudience] = useState<Audience>('5')
  const kind = audience === 'firm' || audience === 'person' ? audience : undefined
  const { address, unsaved, check, field } = useTarget(kind)
  const start = useRemoteAction(
    () =>
      call(
        operatorApi.remotes[':name'].canary.$post({
          param: { name },
          json: { version, ...targetsOf(audience, address) },
        }),
      ),
    `Started the canary ${version}`,
    onClose,
  )
  return (
    <FormDialog
      title="Start a canary"
      submitLabel="Start canary"
      busyLabel="Starting..."
      busy={start.isPending}
      unsaved={unsaved}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) start.mutate(undefined)
      }}
    >
      <p className="text-sm leading-relaxed">
        Some people get <VersionName version={version} />, the others keep the live version. If it fails in several
        firms, and more often than the live version, the portal rolls it back automatically.
      </p>
      <SelectField label="Who gets it" value={audience} onChange={setAudience} options={AUDIENCES} />
      {kind ? (
        <TargetField
          kind={kind}
          field={field}
          {...(session?.kind === 'team' && { note: 'The portal does not say whether it knows the address.' })}
        />
      ) : null}
    </FormDialog>
  )
}
