import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { AlertDialog, ConfirmDialog } from '@portal/kit/ui/dialog'
import { Notice } from '@portal/kit/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { type ClientFilter, selectionQuery } from '../queries/clients.ts'
import { inactiveWhile } from './inactive.ts'
import type { Selected } from './use-selection.ts'

export interface RemindProps {
  clients: readonly Selected[]
  /** What the list shows. */
  filter: ClientFilter
  busy: boolean
  onConfirm: () => void
}

/** With more clients, only their number is shown. */
const NAMES_MAX = 3

/** Returns 'Ann and Ben have', or '12 clients have'. */
function subjectOf(clients: readonly Selected[]): string {
  const verb = clients.length === 1 ? 'has' : 'have'
  if (clients.length > NAMES_MAX) return `${countOf(clients.length, 'client')} ${verb}`
  return `${new Intl.ListFormat('en-US').format(clients.map(({ name }) => name))} ${verb}`
}

/** Says which clients get no reminder because they have never signed up, and what can be done. */
function NeverSignedUp({ clients }: { clients: readonly Selected[] }) {
  const [get, them, their] = clients.length === 1 ? ['gets', 'the client', 'the'] : ['get', 'them', 'their']
  return (
    <p className="wrap-anywhere">
      {subjectOf(clients)} never signed up and {get} no reminder. To invite {them} again, open {their} details.
    </p>
  )
}

/** Asks before reminders are sent, because messages cannot be taken back. */
export function Remind({ clients, filter, busy, onConfirm }: RemindProps) {
  const [asking, setAsking] = useState(false)
  const neverSignedUp = useQuery({ ...selectionQuery({ ...filter, show: 'not_signed_up' }), enabled: false })
  const isBusy = busy || neverSignedUp.isFetching
  const ask = async (): Promise<void> => {
    // Without an answer the question is asked all the same: the result names the clients without a reminder.
    await neverSignedUp.refetch()
    setAsking(true)
  }
  const ids = new Set(neverSignedUp.data?.items.map(({ id }) => id))
  const left = clients.filter(({ id }) => ids.has(id))
  const close = (): void => setAsking(false)
  return (
    <>
      <Button
        size="sm"
        icon={<BellRing />}
        {...inactiveWhile(isBusy)}
        onClick={() => (isBusy ? undefined : void ask())}
      >
        Remind
      </Button>
      {left.length === clients.length ? (
        <AlertDialog open={asking} onClose={close} title="No reminders to send">
          <NeverSignedUp clients={left} />
        </AlertDialog>
      ) : (
        <ConfirmDialog
          open={asking}
          onClose={close}
          onConfirm={() => {
            close()
            onConfirm()
          }}
          title="Send reminders"
          message={`Send a reminder to ${countOf(clients.length - left.length, 'client')} now?`}
          confirmLabel="Send"
        >
          {left.length > 0 ? (
            <Notice tone="info" className="mb-4">
              <NeverSignedUp clients={left} />
            </Notice>
          ) : null}
          <p className="text-base-content/70 text-sm">
            Each client gets the agent’s next message by chat and email. Clients who have nothing to fill in, are on
            hold or were reminded today get none. The result names them.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
