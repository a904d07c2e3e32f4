import { type Usage, WARN_FROM } from '@portal/contract/usage'
import { Card } from '@portal/kit/ui/card'
import { Progress } from '@portal/kit/ui/progress'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { api, call } from '@portal/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'

const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }): Promise<Usage> => call(api.usage.$get({}, { init: { signal } })),
})

const GB = 1e9
const gigabytes = (bytes: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: bytes < GB ? 2 : 1 }).format(bytes / GB)

interface LimitProps {
  label: string
  used: number
  most: number
  /** The value as text. */
  says: string
  /** Shown when the limit is close. */
  advice: string
}

function Limit({ label, used, most, says, advice }: LimitProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-base-content/70 tabular-nums">{says}</span>
      </div>
      <Progress label={label} value={Math.min(used, most)} max={most} />
      {used >= most * WARN_FROM ? (
        <p role="status" className="mt-1.5 font-medium text-sm">
          {used >= most ? 'The limit is reached. ' : `${Math.floor((used / most) * 100)}% is used. `}
          {advice}
        </p>
      ) : null}
    </div>
  )
}

/** Shows how much of its limits the firm uses. */
export function UsageCard() {
  const { data, error, refetch, isFetching } = useQuery(usageQuery)
  return (
    <Card title="Usage" description="How much of its limits your firm uses.">
      {data ? (
        <div className="grid gap-5">
          <Limit
            label="Invitations in the last 24 hours"
            {...data.invitations}
            says={`${data.invitations.used} of ${data.invitations.most}`}
            advice={
              'Invite the rest tomorrow, or ask the operator of the portal for more. ' +
              'The limit grows as clients accept.'
            }
          />
          <Limit
            label="Storage"
            {...data.storage}
            says={`${gigabytes(data.storage.used)} of ${gigabytes(data.storage.most)} GB`}
            advice="Delete files that are no longer needed, or ask the operator of the portal for more."
          />
        </div>
      ) : error ? (
        <ErrorState title="Failed to load usage" error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading usage">
          <Skeleton className="h-20 w-full" />
        </div>
      )}
    </Card>
  )
}
