import type { DashboardCharts, StuckQuestion, StuckSection } from '@portal/contract/charts'
import { Card } from '@portal/kit/ui/card'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { EmptyState } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import { Smile } from 'lucide-react'
import { type FillName, fillOf } from './fills.ts'

interface StuckListProps<I> {
  title: string
  fill: FillName
  items: readonly I[]
  describe: (count: number) => string
  /** Returns the search of the list that an item links to. */
  searchOf: (item: I) => Record<string, string>
}

/** Lists sections or questions with a bar each. */
function StuckList<I extends StuckSection | StuckQuestion>(props: StuckListProps<I>) {
  const { title, fill, items, describe, searchOf } = props
  if (items.length === 0) return null
  const most = Math.max(...items.map(({ count }) => count))
  return (
    <section>
      <h3 className="font-medium text-sm">{title}</h3>
      <ul className="mt-1">
        {items.map((item) => {
          const name = 'question' in item ? item.question : item.section_name
          const place = 'question' in item ? `${item.section_name} · ${item.workform_name}` : item.workform_name
          return (
            <li key={`${item.workform_id} ${place} ${'field_id' in item ? item.field_id : name}`}>
              <Link
                to="/form-submissions"
                search={{ ...searchOf(item), workform: item.workform_id }}
                title="Open the submissions"
                className="-mx-2 block rounded-field px-2 py-1.5 text-sm hover:bg-base-200/60"
              >
                <span className="flex items-baseline justify-between gap-3">
                  <span className="wrap-anywhere min-w-0">
                    {name} <span className="text-base-content/70">· {place}</span>
                  </span>
                  <span className="shrink-0 text-base-content/70 tabular-nums">{describe(item.count)}</span>
                </span>
                <svg width="100%" height="6" aria-hidden className="mt-1 block">
                  <rect width={`${(100 * item.count) / most}%`} height="6" rx="3" {...fillOf(fill)} />
                </svg>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const times = (count: number): string => (count === 1 ? 'once' : `${formatCount(count)} times`)

interface StuckCardProps extends Pick<DashboardCharts, 'stuck'> {
  /** The first month (yyyy-mm) in which rejections count. */
  since: string
}

/** Shows the sections that clients are overdue with, and the sections and questions that were sent back most often. */
export function StuckCard({ stuck: { overdue, sent_back, questions }, since }: StuckCardProps) {
  const title = 'Where clients get stuck'
  if (overdue.length + sent_back.length + questions.length === 0) {
    return (
      <Card title={title} padded={false}>
        <EmptyState
          icon={<Smile />}
          title="Nothing is stuck"
          description="Overdue sections, and sections and questions that you send back often, appear here."
        />
      </Card>
    )
  }
  return (
    <Card title={title} description="Each entry opens its submissions.">
      <div className="grid gap-5">
        <StuckList
          title="Overdue now"
          fill="warning"
          items={overdue}
          describe={(count) => countOf(count, 'client')}
          searchOf={(item) => ({ only: 'overdue', section: item.section_name })}
        />
        <StuckList
          title="Sections you sent back"
          fill="primary"
          items={sent_back}
          describe={times}
          searchOf={(item) => ({ only: 'sent_back', section: item.section_name, since })}
        />
        <StuckList
          title="Questions answered differently afterwards"
          fill="primary"
          items={questions}
          describe={times}
          searchOf={(item) => ({ only: 'corrected', question: item.field_id, since })}
        />
      </div>
      {questions.length > 0 ? (
        <p className="mt-3 text-base-content/70 text-sm">
          A question counts when its answer or files differ between a section you sent back and its next submission.
        </p>
      ) : null}
    </Card>
  )
}
