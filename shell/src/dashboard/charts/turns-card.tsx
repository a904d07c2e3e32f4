import type { DashboardCharts, Turn } from '@portal/contract/charts'
import { Card } from '@portal/kit/ui/card'
import { formatCount } from '@portal/kit/ui/count'
import { EmptyState } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { type FillName, fillOf } from './fills.ts'
import { Swatch } from './legend.tsx'

interface TurnSpec {
  turn: Turn
  who: string
  what: string
  fill: FillName
  search: Record<string, string>
}

const TURNS: readonly TurnSpec[] = [
  { turn: 'you', who: 'You', what: 'review sections', fill: 'primary', search: { only: 'waiting' } },
  { turn: 'client', who: 'Clients', what: 'fill in sections', fill: 'warning', search: { only: 'client_turn' } },
  { turn: 'done', who: 'Nobody', what: 'all sections are approved', fill: 'success', search: { filter: 'approved' } },
]

/** Shows who has to act next on the workforms of clients: a bar with three parts, and a link to the list of each. */
export function TurnsCard({ turns }: Pick<DashboardCharts, 'turns'>) {
  const title = 'Whose turn it is'
  const total = turns.client + turns.you + turns.done
  if (total === 0) {
    return (
      <Card title={title} padded={false}>
        <EmptyState
          icon={<ClipboardList />}
          title="No workforms assigned yet"
          description="Once you assign workforms to clients, you see here who has to act next."
        />
      </Card>
    )
  }
  const shareOf = (specs: readonly TurnSpec[]) =>
    `${(100 * specs.reduce((sum, { turn }) => sum + turns[turn], 0)) / total}%`
  return (
    <Card title={title} description="The workforms that you have assigned to clients.">
      <svg width="100%" height="16" aria-hidden className="mb-3 block">
        {TURNS.map((spec, i) => (
          <rect
            key={spec.turn}
            x={shareOf(TURNS.slice(0, i))}
            width={shareOf([spec])}
            height="16"
            {...fillOf(spec.fill)}
          />
        ))}
      </svg>
      <ul>
        {TURNS.map(({ turn, who, what, fill, search }) => (
          <li key={turn}>
            <Link
              to="/form-submissions"
              search={search}
              className="-mx-2 flex min-h-9 items-center gap-2.5 rounded-field px-2 text-sm hover:bg-base-200/60"
            >
              <Swatch fill={fill} />
              <span className="min-w-0 flex-1">
                <span className="font-medium">{who}</span> <span className="text-base-content/70">{what}</span>
              </span>
              <span className="tabular-nums">{formatCount(turns[turn])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
