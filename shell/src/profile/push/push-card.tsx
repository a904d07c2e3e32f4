import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { pushQuery, useSwitchPush } from '../../push/use-push.ts'
import { KindSwitches } from '../kind-switches.tsx'

/** Turns push on and off in this browser, and kinds of news for all browsers. Absent where there is no push. */
export function PushCard({ viewer }: { viewer: Role }) {
  const { data } = useQuery(pushQuery)
  const power = useSwitchPush(data?.publicKey ?? null)
  if (!data?.publicKey) return null
  const { on, items } = data
  return (
    <Card
      title="Notifications on this device"
      description={
        'They arrive within seconds, also while the portal is closed. They name the workform, ' +
        'never people or what was written. They end when you sign out.'
      }
      padded={false}
    >
      <div className="px-5 py-4">
        <Button
          variant={on ? 'secondary' : 'primary'}
          busy={power.isPending}
          busyLabel={on ? 'Turning off...' : 'Turning on...'}
          onClick={() => power.mutate(!on)}
        >
          {on ? 'Turn off notifications' : 'Turn on notifications'}
        </Button>
      </div>
      {on ? (
        <div className="border-base-300 border-t">
          <KindSwitches
            label="Kinds of notifications"
            viewer={viewer}
            items={items}
            queryKey={pushQuery.queryKey}
            save={(json) => call(api.push.$put({ json }))}
          />
        </div>
      ) : null}
    </Card>
  )
}
