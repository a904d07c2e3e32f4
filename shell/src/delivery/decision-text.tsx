import type { Decision } from '@portal/contract/publishing'
import { byWhom } from '@portal/contract/publishing-texts'
import { Ago } from './ago.tsx'

/** Renders when, by whom and why something was decided: "2 hours ago by portal: It failed". */
export function DecisionText({ decision }: { decision: Decision }) {
  return (
    <>
      <Ago at={decision.at} /> {byWhom(decision)}
    </>
  )
}
