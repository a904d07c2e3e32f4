import type { Canary, CanaryTally } from '@portal/contract/canaries'
import type { Failure } from '@portal/contract/vitals'
import { formatCount } from '@portal/kit/ui/count'
import { FAILURE_NAMES, FAILURES } from '../health/rates.ts'

/** Returns the people with a failure as a count with its share: '3 (6%)'. */
function countWithShare({ people, failed }: CanaryTally, kind: Failure): string {
  const count = failed[kind]
  const share = people === 0 || count === 0 ? '' : ` (${Math.round((count / people) * 100)}%)`
  return `${formatCount(count)}${share}`
}

const CELL = 'py-1.5 pl-3 text-right'

interface ResultsTableProps {
  canary: Canary
  results: NonNullable<Canary['results']>
}

/** Compares a canary with the live version: how many people have used each, and for how many it failed. */
export function ResultsTable({ canary: { version, live }, results }: ResultsTableProps) {
  return (
    <table className="w-full max-w-xl text-left text-sm tabular-nums">
      <caption className="sr-only">People who have used the canary and the live version since it started</caption>
      <thead className="border-base-300 border-b text-base-content/70">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            People
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            Canary<span className="sr-only"> {version}</span>
          </th>
          <th scope="col" className={`${CELL} font-medium`}>
            Live<span className="sr-only"> {live}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-base-300 border-b font-medium">
          <th scope="row" className="py-1.5 font-medium">
            Have used it
          </th>
          <td className={CELL}>{formatCount(results.canary.people)}</td>
          <td className={CELL}>{formatCount(results.live.people)}</td>
        </tr>
        {FAILURES.map((kind) => (
          <tr key={kind} className="border-base-300 border-b last:border-0">
            <th scope="row" className="py-1.5 font-normal">
              {FAILURE_NAMES[kind]}
            </th>
            <td className={CELL}>{countWithShare(results.canary, kind)}</td>
            <td className={CELL}>{countWithShare(results.live, kind)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
