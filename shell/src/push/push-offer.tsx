import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Notice } from '@portal/kit/ui/notice'
import { toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { rememberOffer } from '../answered-offers.ts'
import { pushQuery, useSwitchPush } from './use-push.ts'

const TEXTS: Readonly<Record<Role, string>> = {
  client: 'Get a notification on this device when your bookkeeper has looked at it or writes to you.',
  bookkeeper: 'Get a notification on this device when clients submit sections or write to you.',
}

/** Offers push, if it is off and this browser can use it. */
export function PushOffer({ viewer, onDone }: { viewer: Role; onDone: () => void }) {
  const { data } = useQuery(pushQuery)
  const power = useSwitchPush(data?.publicKey ?? null)
  if (!data?.publicKey || (data.on && !power.isSuccess) || Notification.permission === 'denied') return null
  const done = (): void => {
    rememberOffer('push')
    onDone()
  }
  const turnOn = (): void =>
    power.mutate(true, {
      onSuccess: () => {
        toastSuccess('Notifications turned on', 'You can choose which ones in your profile.')
        done()
      },
    })
  return (
    // Stays in view, below the toast about the section: who has just submitted it is far down the page.
    <div
      data-stays-on-top
      className={cx(
        'sticky top-20 z-9 mx-4 md:top-18 mt-4 rounded-field bg-base-100 shadow-md sm:mx-8',
        // As wide as the client's pages.
        viewer === 'client' && 'md:top-20 sm:mx-auto sm:w-[calc(100%-4rem)] sm:max-w-[44rem]',
      )}
    >
      <Notice tone="info" role="status" className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64">{TEXTS[viewer]}</p>
        <div className="flex gap-2">
          <Button variant="primary" busy={power.isPending} busyLabel="Turning on..." onClick={turnOn}>
            Turn on
          </Button>
          <Button variant="quiet" onClick={done}>
            Not now
          </Button>
        </div>
      </Notice>
    </div>
  )
}
