import { type Usage, WARN_FROM } from '@portal/contract/usage'
import { Card } from '@portal/kit/ui/card'
import { formatCount } from '@portal/kit/ui/count'
import { Progress } from '@portal/kit/ui/progress'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { api, call } from '@portal/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'

const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }): Promise<Usage> => call(api.usage.$get({}, { init: { signal } })),
})

const MB = 1e6
const GB = 1e9
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Returns how much of the storage is used, such as '4.2 MB of 50 GB' or '1.5 of 50 GB'. */
const storageUsed = ({ used, most }: Usage['storage']): string =>
  `${used < GB ? `${number.format(used / MB)} MB` : number.format(used / GB)} of ${number.format(most / GB)} GB`

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
  const loading = <SkeletonGroup label="Loading usage" items={['h-20 w-full']} />
  return (
    <Card title="Usage" description="How much of its limits your firm uses.">
      <QueryView query={useQuery(usageQuery)} failure="Failed to load usage" loading={loading}>
        {({ invitations, storage }) => (
          <div className="grid gap-5">
            <Limit
              label="Invitations in the last 24 hours"
              {...invitations}
              says={`${formatCount(invitations.used)} of ${formatCount(invitations.most)}`}
              advice={
                'Invite the rest tomorrow, or ask the operator of the portal for more. ' +
                'The limit grows as clients accept.'
              }
            />
            <Limit
              label="Storage for files and text"
              {...storage}
              says={storageUsed(storage)}
              advice="Delete files or clients that are no longer needed, or ask the operator of the portal for more."
            />
          </div>
        )}
      </QueryView>
    </Card>
  )
}
