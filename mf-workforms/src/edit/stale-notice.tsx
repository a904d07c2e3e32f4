import type { Workform } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { Notice } from '@portal/kit/ui/notice'
import { type BuilderState, fieldsOf } from '../builder/state.ts'
import { differencesBetween, describeDifferences } from './differences.ts'

export interface StaleNoticeProps {
  /** The stored workform. */
  current: Workform
  state: BuilderState
  /** Keeps the local version. The next save replaces the current version. */
  onKeep: () => void
  /** Discards the local version. */
  onTake: () => void
}

/** Says that the workform was changed elsewhere, and lets the user choose a version. */
export function StaleNotice({ current, state, onKeep, onTake }: StaleNoticeProps) {
  const lines = describeDifferences(differencesBetween(current.fields, fieldsOf(state)))
  return (
    <Notice tone="warning" role="alert" className="mb-5">
      <p className="font-medium">This workform was changed in another tab or on another device.</p>
      {lines.length > 0 ? (
        <>
          <p className="mt-1">Your version differs from the current version:</p>
          <ul className="mt-1.5 list-disc pl-5">
            {lines.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep my version
        </Button>
        <Button size="sm" onClick={onTake}>
          Use the current version
        </Button>
      </div>
    </Notice>
  )
}
