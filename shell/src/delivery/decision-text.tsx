import type { Decision } from '@portal/contract/publishing'
import { Ago } from './ago.tsx'

/** Renders when, by whom and why something was decided: "2 hours ago by portal: It failed". */
export function DecisionText({ decision: { at, by, reason } }: { decision: Decision }) {
  return (
    <>
      <Ago at={at} /> by {by}
      {reason ? `: ${reason}` : ''}
    </>
  )
}
