import type { Factors } from '@portal/contract/factors'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { mediumDate } from '@portal/kit/ui/time'
import { useRefetchOn } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorsQuery } from './queries.ts'

// Loaded on demand, because the dialogs are rarely opened.
const Dialogs = lazyDialog(() => import(/* webpackChunkName: "two-step" */ './two-step-dialogs.tsx'), 'TwoStepDialogs')

/** The dialogs that the card can open. */
export type TwoStepTask = 'turn-on' | 'renew' | 'turn-off'

const FEW_CODES = 3

function codesLeft(left: number): string {
  if (left === 0) return 'No recovery codes are left. Create new ones before you need them.'
  const count = left === 1 ? '1 recovery code is' : `${left} recovery codes are`
  return left <= FEW_CODES ? `${count} left. Create new ones soon.` : `${count} left.`
}

function State({ factors: { factors, recovery_codes_left: left } }: { factors: Factors }) {
  const [factor] = factors
  if (!factor) {
    return (
      <p className="mt-0.5 text-base-content/70 text-sm">
        When it is on, signing in also requires a code from an app on your phone.
      </p>
    )
  }
  return (
    <>
      <p className="mt-0.5 text-base-content/70 text-sm">
        On since {mediumDate(factor.created_at)}. Signing in requires a code from your authenticator app.
      </p>
      <p className={left <= FEW_CODES ? 'mt-1 font-medium text-sm' : 'mt-1 text-base-content/70 text-sm'}>
        {codesLeft(left)}
      </p>
    </>
  )
}

/** Turns the second factor on and off, and renews its recovery codes. */
export function TwoStepCard() {
  const query = useQuery(factorsQuery)
  const { data, error } = query
  const [task, setTask] = useState<TwoStepTask>()
  useRefetchOn(['account.changed'], factorsQuery.queryKey)
  const factor = data?.factors[0]
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 max-w-md flex-1 basis-64">
          <h2 className="flex items-center gap-2 font-semibold">
            Two-step verification
            {data ? <Badge tone={factor ? 'green' : 'gray'}>{factor ? 'On' : 'Off'}</Badge> : null}
          </h2>
          {data ? <State factors={data} /> : error ? null : <Skeleton className="mt-2 h-4 w-full" />}
        </div>
        {data && !factor ? <Button onClick={() => setTask('turn-on')}>Turn On</Button> : null}
        {data && factor ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setTask('renew')}>New Recovery Codes</Button>
            <Button onClick={() => setTask('turn-off')}>Turn Off</Button>
          </div>
        ) : null}
      </div>
      {error && !data ? (
        <ErrorState
          title="Failed to load two-step verification"
          error={error}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
          className="py-4"
        />
      ) : null}
      {task && data ? (
        <Dialogs task={task} factorId={factor?.id} hasPassword={data.has_password} onClose={() => setTask(undefined)} />
      ) : null}
    </Card>
  )
}
