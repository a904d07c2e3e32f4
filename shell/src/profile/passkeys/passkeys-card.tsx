import { PASSKEYS_MAX } from '@portal/contract/limits'
import type { Passkey } from '@portal/contract/passkeys'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { mediumDate, timeAgo } from '@portal/kit/ui/time'
import { useRefetchOn } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { passkeysSupported } from '../../passkeys/supported.ts'
import { passkeysQuery } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { useAddPasskey } from './use-add-passkey.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, synced, created_at, last_used_at } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <KeyRound className="size-5 shrink-0 text-base-content/60" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        <p className="mt-0.5 text-base-content/70 text-sm">
          Added {mediumDate(created_at)} · {last_used_at ? `last used ${timeAgo(last_used_at)}` : 'not used yet'} ·{' '}
          {synced ? 'synced by a password manager' : 'on one device'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onRename}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button size="sm" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

/** Says what to do when there is no passkey, or when none can be added here. */
function Hint({ passkeys }: { passkeys: readonly Passkey[] }) {
  const hints = [
    passkeys.length === 0 ? 'None yet.' : '',
    passkeysSupported() ? '' : 'This browser cannot create passkeys at this address.',
    passkeys.length >= PASSKEYS_MAX ? `You have ${PASSKEYS_MAX} passkeys. To add another, remove one first.` : '',
  ].filter((hint) => hint !== '')
  return hints.length > 0 ? <p className="px-5 py-4 text-base-content/70 text-sm">{hints.join(' ')}</p> : null
}

/** Lists the passkeys of the account; adds, renames and removes them. */
export function PasskeysCard() {
  const query = useQuery(passkeysQuery)
  const { busy, add, dialog } = useAddPasskey()
  const [task, setTask] = useState<{ change: 'rename' | 'remove'; passkey: Passkey }>()
  useRefetchOn(['account.changed'], passkeysQuery.queryKey)
  const mayAdd = passkeysSupported() && query.data !== undefined && query.data.passkeys.length < PASSKEYS_MAX
  const close = (): void => setTask(undefined)
  return (
    <Card
      title="Passkeys"
      description="Sign in with fingerprint, face or screen lock instead of your password."
      padded={false}
      actions={
        mayAdd ? (
          <Button busy={busy} busyLabel="Adding..." onClick={add}>
            Add<span className="sr-only"> a passkey</span>
          </Button>
        ) : null
      }
    >
      <QueryView
        query={query}
        failure="Failed to load passkeys"
        loading={<SkeletonGroup label="Loading passkeys" className="grid gap-2 p-5" items={['h-4 w-2/5']} />}
      >
        {({ passkeys }) => (
          <>
            <ul className="divide-y divide-base-300">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setTask({ change: 'rename', passkey })}
                  onRemove={() => setTask({ change: 'remove', passkey })}
                />
              ))}
            </ul>
            <Hint passkeys={passkeys} />
          </>
        )}
      </QueryView>
      {dialog}
      {task?.change === 'rename' ? <RenameDialog passkey={task.passkey} onClose={close} /> : null}
      {task?.change === 'remove' ? <RemoveDialog passkey={task.passkey} onClose={close} /> : null}
    </Card>
  )
}
