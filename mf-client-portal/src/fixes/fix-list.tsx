import type { AnswerToFix } from '@portal/contract/answer-review'
import type { PortalWorkform } from '@portal/contract/client-portal'
import { flagText } from '@portal/contract/flag-texts'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { ArrowRight, ChevronRight, CircleCheckBig, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { SectionNavigation } from '../dashboard/section-navigation.ts'
import { type SectionToFix, useSectionsToFix } from './use-sections-to-fix.ts'

/** Number of questions of a section that are listed. */
const SHOWN = 5

const unfixedIn = ({ section, fixed }: SectionToFix): AnswerToFix[] =>
  section.to_fix.filter(({ field_id }) => !fixed.includes(field_id))

export interface FixListProps {
  items: readonly PortalWorkform[]
  navigation: SectionNavigation
}

/** Lists the questions that the bookkeeper has sent back, each one tap away. */
export function FixList({ items, navigation }: FixListProps) {
  const id = useId()
  const sections = useSectionsToFix(items)
  const left = sections.flatMap(unfixedIn).length
  const [first] = [...sections.filter((s) => unfixedIn(s).length > 0), ...sections]
  const title = left > 0 ? `${countOf(left, 'thing')} to fix` : 'Ready to send again'
  return (
    <>
      {/* Announces answers that are sent back while the page is open. */}
      <p role="status" className="sr-only">
        {first ? title : ''}
      </p>
      {first ? (
        <Notice
          tone={left > 0 ? 'warning' : 'success'}
          role="region"
          aria-labelledby={id}
          className="grid grid-cols-1 gap-3 p-4"
        >
          <div>
            <h2 id={id} className="font-semibold text-base">
              {title}
            </h2>
            <p className="mt-0.5 text-base-content/80">
              {left > 0
                ? 'Your bookkeeper has checked your answers. All others are kept.'
                : 'You have changed what your bookkeeper asked for. Submit it to send it.'}
            </p>
          </div>
          {sections.map((section) => (
            <SectionFixes
              key={section.section.assignment_id}
              {...section}
              onOpen={(question) => navigation.open(section.section.assignment_id, question)}
            />
          ))}
          <Button
            variant="primary"
            size="lg"
            className="max-sm:w-full sm:justify-self-start"
            onClick={() => navigation.open(first.section.assignment_id, unfixedIn(first)[0]?.field_id)}
          >
            {left > 0 ? 'Fix now' : 'Review and submit'}
            <ArrowRight className="size-5 shrink-0" />
          </Button>
        </Notice>
      ) : null}
    </>
  )
}

function SectionFixes({ section, workform, fixed, onOpen }: SectionToFix & { onOpen: (question?: string) => void }) {
  const more = section.to_fix.length - SHOWN
  return (
    <div className="min-w-0">
      <h3 className="wrap-anywhere text-base-content/80">
        {section.name} · {workform}
      </h3>
      <ul className="mt-1 grid grid-cols-1 divide-y divide-base-content/10 rounded-field bg-base-100">
        {section.to_fix.slice(0, SHOWN).map((fix) => (
          <li key={fix.field_id}>
            <QuestionToFix fix={fix} isFixed={fixed.includes(fix.field_id)} onOpen={() => onOpen(fix.field_id)} />
          </li>
        ))}
        {more > 0 ? <li className="px-3 py-2.5 text-base-content/80">and {more} more</li> : null}
      </ul>
    </div>
  )
}

interface QuestionToFixProps {
  fix: AnswerToFix
  isFixed: boolean
  onOpen: () => void
}

function QuestionToFix({ fix, isFixed, onOpen }: QuestionToFixProps) {
  const Icon = isFixed ? CircleCheckBig : TriangleAlert
  return (
    <button
      type="button"
      className={cx(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-field px-3 py-2.5 text-left',
        'hover:bg-base-200',
      )}
      onClick={onOpen}
    >
      <Icon className={cx('size-4 shrink-0', isFixed ? 'text-success' : 'text-warning')} aria-hidden />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-medium">{fix.question}</span>
        <span className="line-clamp-3 whitespace-pre-line text-base-content/80">
          {isFixed ? 'Changed' : flagText(fix.flag)}
        </span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-base-content/60" aria-hidden />
    </button>
  )
}
