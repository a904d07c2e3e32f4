import { cleanText, isBlank } from '@portal/contract/text'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { Notice } from '@portal/kit/ui/notice'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { operatorApi } from './api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { DecisionText } from './decision-text.tsx'
import { titleOf } from './describe-version.ts'
import type { RemoteState, Version } from './queries.ts'
import { useRemoteAction } from './use-remote-action.ts'
import { VersionName } from './version-name.tsx'

const AUDIENCES = [
  { value: 'all', label: 'Everybody' },
  { value: 'some', label: '5% of people first, then more' },
  { value: 'one', label: 'One person or firm' },
] as const
type Audience = (typeof AUDIENCES)[number]['value']

/** Publishes a version to those who get it. */
function publish(name: string, from: string | null, version: Version, given: { whom: Audience; target: string }) {
  const remote = operatorApi.remotes[':name']
  const again = version.bad !== null
  return (reason: string | undefined): Promise<unknown> => {
    const why = { again, ...(reason === undefined ? {} : { reason }) }
    if (given.whom === 'all') {
      const param = { name, version: version.version }
      return call(remote.versions[':version'].live.$post({ param, json: { expected: from, ...why } }))
    }
    const whom = given.whom === 'some' ? { percent: 5 } : { for: [cleanText(given.target)] }
    const json = { version: version.version, expected: from, ...whom, ...why }
    return call(remote.canary.$post({ param: { name }, json }))
  }
}

export interface PublishDialogProps {
  state: RemoteState
  version: Version
  onClose: () => void
}

/** Publishes a version: to everybody, gradually, or to one person or firm. */
export function PublishDialog({ state: { name, live, held, canary }, version, onClose }: PublishDialogProps) {
  const [whom, setWhom] = useState<Audience>('all')
  const [target, setTarget] = useState('')
  const [isMissing, setMissing] = useState(false)
  const run = useRemoteAction(
    publish(name, live, version, { whom, target }),
    whom === 'all' ? `Published ${version.version}` : `Publishing ${version.version} gradually`,
    onClose,
  )
  // A canary is compared with the live version.
  const canBeGradual = live !== null && canary === null
  return (
    <ChangeDialog
      title={version.bad ? 'Publish again' : 'Publish'}
      submitLabel={version.bad ? 'Publish again' : 'Publish'}
      busyLabel="Publishing..."
      danger={version.bad !== null}
      busy={run.isPending}
      unsaved={{ changed: !isBlank(target), discard: () => setTarget('') }}
      onClose={onClose}
      onSubmit={(reason) => {
        const misses = whom === 'one' && isBlank(target)
        setMissing(misses)
        if (!misses) run.mutate(reason)
      }}
    >
      {version.bad ? (
        <Notice tone="error" className="wrap-anywhere">
          This version was rolled back <DecisionText decision={version.bad} />
        </Notice>
      ) : null}
      <p className="wrap-anywhere text-sm leading-relaxed">
        {titleOf(version)} {version.message ? <VersionName version={version.version} /> : null}{' '}
        {whom === 'all' ? (
          <>
            {live === null ? 'is live' : 'replaces '}
            {live === null ? null : <VersionName version={live} />} with the next page load. Open tabs are offered the
            update.{held ? ' The hold ends.' : ''}
          </>
        ) : (
          <>
            is compared with <VersionName version={live ?? ''} />, which the others keep. If it fails more often, the
            portal rolls it back.
          </>
        )}
      </p>
      {canBeGradual ? <SelectField label="Who gets it" value={whom} onChange={setWhom} options={AUDIENCES} /> : null}
      {whom === 'one' ? (
        <TextField
          label="Person or firm"
          value={target}
          onChange={setTarget}
          help="The email address of a person, or the name of a firm, whose clients get it, too."
          error={isMissing && isBlank(target) ? 'Please enter an address or a name.' : undefined}
          required
        />
      ) : null}
    </ChangeDialog>
  )
}
