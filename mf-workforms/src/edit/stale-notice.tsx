import type { Workform } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { type BuilderState, fieldsOf } from '../builder/state.ts'
import { differencesBetween, linesOf } from './differences.ts'

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-1.5 list-disc pl-5">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

/** How a notice looks that asks for attention. */
export const NOTICE = 'rounded-field border border-warning/50 bg-warning/10 px-4 py-2.5'

export interface StaleNoticeProps {
  /** The workform as it is stored now. */
  current: Workform
  state: BuilderState
  /** Goes on with what is here: the next save puts it over the current version. */
  onKeep: () => void
  /** Gives up what is here. */
  onTake: () => void
}

/** Says that the workform was changed meanwhile, and lets the person decide; nothing is lost until then. */
export function StaleNotice({ current, state, onKeep, onTake }: StaleNoticeProps) {
  const lines = linesOf(differencesBetween(current.fields, fieldsOf(state)))
  return (
    <div role="alert" className={`${NOTICE} mb-5 text-sm`}>
      <p className="font-medium">This workform was changed meanwhile, in another tab or on another device.</p>
      {lines.length > 0 ? (
        <>
          <p className="mt-1">If you keep yours, it differs from the current version in this:</p>
          <Lines lines={lines} />
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
    </div>
  )
}
