import type { FlagState } from '@portal/contract/flag-settings'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { longDay } from '@portal/kit/ui/time'
import { useQuery } from '@tanstack/react-query'
import { ToggleLeft } from 'lucide-react'
import { useState } from 'react'
import { Ago } from '../ago.tsx'
import { flagsQuery } from '../queries.ts'
import { describeValue, type FlagValue, targetOf } from './describe-value.ts'
import { ResetFlagDialog } from './reset-flag-dialog.tsx'
import { SetFlagDialog } from './set-flag-dialog.tsx'

function ValueRow({ value, onReset }: { value: FlagValue; onReset: () => void }) {
  return (
    <li className="flex items-center justify-between gap-4 text-sm">
      <p className="wrap-anywhere min-w-0">
        {describeValue(value)}{' '}
        <span className="text-base-content/70">
          · <Ago at={value.updated_at} />
        </span>
      </p>
      <Button size="sm" variant="quiet" className="pointer-coarse:h-11" onClick={onReset}>
        Reset<span className="sr-only"> for {targetOf(value)}</span>
      </Button>
    </li>
  )
}

/** What is open: the dialog that sets a value, or the one that removes one. */
type Open = 'set' | FlagValue

function FlagRow({ flag }: { flag: FlagState }) {
  const [open, setOpen] = useState<Open>()
  const { name, declared, values } = flag
  const close = (): void => setOpen(undefined)
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <h3 className="wrap-anywhere font-semibold">{name}</h3>
          {declared ? (
            <>
              <p className="wrap-anywhere mt-1 text-sm">{declared.description}</p>
              <p className="mt-1 text-base-content/70 text-sm">
                {declared.default ? 'On' : 'Off'} by default · owned by {declared.owner} · until{' '}
                {longDay(declared.expires)}
              </p>
            </>
          ) : (
            <p className="mt-1 text-base-content/70 text-sm">
              No live version declares it. Reset its values to remove it.
            </p>
          )}
        </div>
        {declared ? (
          <Button size="sm" className="pointer-coarse:h-11" onClick={() => setOpen('set')}>
            Set<span className="sr-only"> {name}</span>
          </Button>
        ) : null}
      </div>
      {values.length > 0 ? (
        <ul aria-label={`Values of ${name}`} className="mt-3 grid gap-1 border-base-300 border-t pt-3">
          {values.map((value) => (
            <ValueRow key={value.target} value={value} onReset={() => setOpen(value)} />
          ))}
        </ul>
      ) : null}
      {open === 'set' ? <SetFlagDialog name={name} onClose={close} /> : null}
      {typeof open === 'object' ? <ResetFlagDialog name={name} value={open} onClose={close} /> : null}
    </li>
  )
}

/** Shows the feature flags and their values to operators, who change them. */
export function FlagsCard() {
  return (
    <Card
      title="Feature flags"
      description="The most specific value applies: that of the person, of the firm, or of everyone."
      padded={false}
    >
      <QueryView
        query={useQuery(flagsQuery)}
        failure="Failed to load the feature flags"
        loading={<SkeletonRows rows={2} label="Loading feature flags" />}
      >
        {({ items }) =>
          items.length > 0 ? (
            <ul className="divide-y divide-base-300">
              {items.map((flag) => (
                <FlagRow key={flag.name} flag={flag} />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<ToggleLeft />} title="No feature flags" />
          )
        }
      </QueryView>
    </Card>
  )
}
