import { CANARY_RULE } from '@portal/contract/canary-rule'
import type { Canary } from '@portal/contract/canaries'
import { audienceOf } from '@portal/contract/publishing-texts'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Notice } from '@portal/kit/ui/notice'
import { Progress } from '@portal/kit/ui/progress'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ago } from '../ago.tsx'
import { canaryQuery } from '../queries.ts'
import { VersionName } from '../version-name.tsx'
import { type CanaryChange, CanaryDialog } from './canary-dialog.tsx'
import { ResultsTable } from './results-table.tsx'

function Actions({ canary, onChange }: { canary: Canary; onChange: (change: CanaryChange) => void }) {
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      <Button variant="danger" onClick={() => onChange('stop')} className="max-sm:grow">
        Stop
      </Button>
      <Button variant="primary" onClick={() => onChange('continue')} className="max-sm:grow">
        {canary.next === 100 ? 'Publish to everybody' : `Continue with ${canary.next}%`}
      </Button>
    </div>
  )
}

interface CanaryCardProps {
  name: string
  /** The share of people who get it; 0 for only named firms or people. */
  percent: number
}

/** Shows the running canary of a remote: who gets it, how it compares with the live version, and its controls. */
export function CanaryCard({ name, percent }: CanaryCardProps) {
  const [change, setChange] = useState<CanaryChange>()
  const query = useQuery(canaryQuery(name))
  return (
    <Card
      title="Canary"
      description={
        (percent > 0 ? 'Continues after ten minutes and 50 more people without suspicion. ' : '') + CANARY_RULE
      }
    >
      <QueryView
        query={query}
        failure="Failed to load the canary"
        loading={<SkeletonGroup label="Loading the canary" items={['h-40 w-full']} />}
      >
        {(canary) => (
          <>
            <p className="mb-4 text-sm leading-relaxed">
              <VersionName version={canary.version} /> for {audienceOf(canary)}, started by {canary.started_by}{' '}
              <Ago at={canary.started_at} />. The share last changed <Ago at={canary.step_at} />; next,{' '}
              {canary.next === 100 ? 'it becomes live' : `${canary.next}% of people get it`}.
            </p>
            <Progress label="Share of people" value={canary.percent} className="mb-5" />
            {canary.waits ? (
              <Notice tone={canary.waits.for === 'suspicion' ? 'warning' : 'info'} role="status" className="mb-5">
                {canary.waits.text}
              </Notice>
            ) : null}
            <ResultsTable canary={canary} results={canary.results} />
            <p className="mt-2 text-base-content/70 text-sm">
              Failures are counted in firms. Broken pages are failed loads, hangs and render errors together: the rule
              counts these.
            </p>
            <Actions canary={canary} onChange={setChange} />
            {change ? <CanaryDialog canary={canary} change={change} onClose={() => setChange(undefined)} /> : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}
