import type { WorkformStatistics } from '@portal/contract/workforms'
import { countOf } from '@portal/kit/ui/count'
import { Skeleton } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statisticsQuery } from '../queries/workforms.ts'

/** Returns 'less than a day', '1 day' or '6 days'. */
function formatDays(days: number): string {
  const rounded = Math.round(days)
  return rounded === 0 ? 'less than a day' : countOf(rounded, 'day')
}

/** Returns how the workform has been used, as sentences. */
function describeStatistics({ assigned, completed, median_days }: WorkformStatistics): string {
  if (assigned === 0) return 'Not assigned yet.'
  const completion =
    median_days === null
      ? 'Not completed by any client yet.'
      : `Completed by ${completed}, usually within ${formatDays(median_days)} (median).`
  return `Assigned to ${countOf(assigned, 'client')}. ${completion}`
}

const formatTimes = (n: number): string => (n === 1 ? 'once' : `${n} times`)

/** A section or question with how often it was sent back. */
interface SentBack {
  key: string
  name: string
  times: number
  own: number
  /** The search of Form Submissions that lists the own ones. */
  search: Record<string, string>
}

/** Lists what was sent back most often. Colleagues' submissions count, but only the own ones can be opened. */
function MostSentBack({ title, items }: { title: string; items: readonly SentBack[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul>
        {items.map(({ key, name, times, own, search }) => (
          <li key={key}>
            {own > 0 ? (
              <Link to="/form-submissions" search={search} className="text-primary hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
            , {formatTimes(times)}
            {own < times ? ` (${formatTimes(times - own)} by colleagues)` : ''}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows how a workform has been used. */
export function Statistics({ id }: { id: string }) {
  const { data, isPending } = useQuery(statisticsQuery(id))
  if (isPending) return <Skeleton className="mb-4 h-10 w-full" />
  // The preview is useful without them.
  if (!data) return null
  const sections = data.sent_back.map(({ section, ...counts }) => ({
    ...counts,
    key: section,
    name: section,
    search: { only: 'sent_back', section, workform: id },
  }))
  const questions = data.corrected.map(({ field_id, question, times, own }) => ({
    times,
    own,
    key: field_id,
    name: question,
    search: { only: 'corrected', question: field_id, workform: id },
  }))
  return (
    <div className="mb-4 grid gap-2 wrap-anywhere rounded-field bg-base-200/60 px-3.5 py-2.5 text-sm">
      <p>{describeStatistics(data)}</p>
      {sections.length > 0 ? (
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <MostSentBack title="Sections most often sent back" items={sections} />
          <MostSentBack title="Questions answered differently afterwards" items={questions} />
        </div>
      ) : null}
    </div>
  )
}
