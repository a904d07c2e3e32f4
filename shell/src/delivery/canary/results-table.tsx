import type { Canary, CanaryTally } from '@portal/contract/canaries'
import { FAILURE_NAMES } from '@portal/contract/publishing-texts'
import type { Failure } from '@portal/contract/vitals'
import { formatCount } from '@portal/kit/ui/count'
import { FAILURES } from '../health/rates.ts'

/** Returns the firms with a failure, or a broken page, as a count with its share: '3 (6%)'. */
function countWithShare({ firms, failed, broken }: CanaryTally, kind: Failure | 'broken'): string {
  const count = kind === 'broken' ? (broken ?? 0) : failed[kind]
  const share = firms === 0 || count === 0 ? '' : ` (${Math.round((count / firms) * 100)}%)`
  return `${formatCount(count)}${share}`
}

const CELL = 'py-1.5 pl-3 text-right'

interface ResultsTableProps {
  canary: Canary
  results: Canary['results']
}

/** Compares a canary with the live version: who has used each, and in how many firms it failed. */
export function ResultsTable({ canary: { version, live }, results }: ResultsTableProps) {
  return (
    <table className="w-full max-w-xl text-left text-sm tabular-nums">
      <caption className="sr-only">
        Who has used the canary and the live version since it started, and in how many firms they failed
      </caption>
      <thead className="border-base-300 border-b text-base-content/70">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            Since it started
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
        {(['people', 'firms'] as const).map((unit) => (
          <tr key={unit} className="border-base-300 border-b font-medium">
            <th scope="row" className="py-1.5 font-medium">
              {unit === 'people' ? 'People' : 'Their firms'}
            </th>
            <td className={CELL}>{formatCount(results.canary[unit])}</td>
            <td className={CELL}>{formatCount(results.live[unit])}</td>
          </tr>
        ))}
        {(['broken', ...FAILURES] as const).map((kind) => (
          <tr key={kind} className="border-base-300 border-b last:border-0">
            <th scope="row" className="py-1.5 font-normal">
              {kind === 'broken' ? 'Broken pages' : FAILURE_NAMES[kind]}
            </th>
            <td className={CELL}>{countWithShare(results.canary, kind)}</td>
            <td className={CELL}>{countWithShare(results.live, kind)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
