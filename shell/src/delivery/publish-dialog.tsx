import { titleOf } from '@portal/contract/publishing-texts'
import { isBlank } from '@portal/contract/text'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { Notice } from '@portal/kit/ui/notice'
import { call } from '@portal/sdk'
import { useState } from 'react'
import { useAnswer } from './answer.ts'
import { operatorApi } from './api.ts'
import { ChangeDialog, type Why } from './change-dialog.tsx'
import { DecisionText } from './decision-text.tsx'
import type { RemoteState, Version } from './queries.ts'
import { VersionName } from './version-name.tsx'

const AUDIENCES = [
  { value: 'all', label: 'Everybody' },
  { value: 'some', label: '5% of people first, then more' },
  { value: 'one', label: 'One person or firm' },
] as const

/** Publishes a version to everybody, or gradually. */
function publish(
  { name, live }: RemoteState,
  { version, bad }: Version,
  gradually: { percent: number } | { for: string[] } | undefined,
  why: Why,
): Promise<unknown> {
  const { versions, canary } = operatorApi.remotes[':name']
  const json = { expected: live, again: bad !== null, ...why }
  return gradually
    ? call(canary.$post({ param: { name }, json: { version, ...gradually, ...json } }))
    : call(versions[':version'].live.$post({ param: { name, version }, json }))
}

interface PublishDialogProps {
  state: RemoteState
  version: Version
  onClose: () => void
}

/** Publishes a version: to everybody, gradually, or to one person or firm. */
export function PublishDialog({ state, version, onClose }: PublishDialogProps) {
  const { live, held, canary } = state
  const [whom, setWhom] = useState<(typeof AUDIENCES)[number]['value']>('all')
  const target = useAnswer((text) => (isBlank(text) ? 'Please enter an address or a name.' : undefined))
  const gradually = { all: undefined, some: { percent: 5 }, one: { for: [target.text] } }[whom]
  const title = version.bad ? 'Publish again' : 'Publish'
  // A canary is compared with the live version.
  const canBeGradual = live !== null && canary === null
  return (
    <ChangeDialog
      title={title}
      submitLabel={title}
      busyLabel="Publishing..."
      danger={version.bad !== null}
      answer={whom === 'one' ? target : undefined}
      run={(why) => publish(state, version, gradually, why)}
      done={whom === 'all' ? `Published ${version.version}` : `Publishing ${version.version} gradually`}
      onClose={onClose}
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
          {...target.field}
          label="Person or firm"
          help="The email address of a person, or the name of a firm, whose clients get it, too."
          required
        />
      ) : null}
    </ChangeDialog>
  )
}
