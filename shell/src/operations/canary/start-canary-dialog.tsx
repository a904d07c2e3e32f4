import { isEmail } from '@portal/contract/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { operatorApi } from '../api.ts'
import { useRemoteAction } from '../use-remote-action.ts'
import { VersionName } from '../version-name.tsx'

const SHARES = [
  { value: '0', label: 'Only the people below' },
  { value: '5', label: '5% of people' },
  { value: '25', label: '25% of people' },
  { value: '50', label: '50% of people' },
] as const
type Share = (typeof SHARES)[number]['value']

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Gives a version to some people, in comparison with the live one. */
export function StartCanaryDialog({ name, version, onClose }: { name: string; version: string; onClose: () => void }) {
  const [share, setShare] = useState<Share>('5')
  const [people, setPeople] = useState('')
  const [problem, setProblem] = useState<string>()
  const start = useRemoteAction(
    () =>
      call(
        operatorApi.remotes[':name'].canary.$post({
          param: { name },
          json: { version, percent: Number(share), people: addressesIn(people) },
        }),
      ),
    `Started the canary ${version}`,
    onClose,
  )
  const findProblem = (): string | undefined => {
    const wrong = addressesIn(people).find((address) => !isEmail(address))
    if (wrong) return `${wrong} is not an email address.`
    return share === '0' && people.trim() === '' ? 'Please enter at least one address, or choose a share.' : undefined
  }
  return (
    <FormDialog
      title="Start a canary"
      submitLabel="Start canary"
      busyLabel="Starting..."
      busy={start.isPending}
      unsaved={{ changed: people.trim() !== '', discard: () => setPeople('') }}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const found = findProblem()
        setProblem(found)
        if (!found) start.mutate(undefined)
      }}
    >
      <p className="text-sm leading-relaxed">
        Some people get <VersionName version={version} />, the others keep the live version. If it fails for more people
        than the live version, the portal rolls it back automatically.
      </p>
      <SelectField label="Share" value={share} onChange={setShare} options={SHARES} />
      <TextField
        label="People"
        value={people}
        onChange={setPeople}
        error={problem}
        help="Email addresses of people who get it in any case, separated by commas."
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  )
}
