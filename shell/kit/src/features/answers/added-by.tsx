import type { Answer } from '@portal/contract/fields'
import type { Contribution } from '@portal/contract/guests'
import { Link2 } from 'lucide-react'

export interface AddedByProps {
  /** What came through links to the section. */
  contributions: readonly Contribution[] | undefined
  fieldId: string
  answer: Answer | undefined
}

/** Returns who has added an answer, and which of its files if not all. */
function entriesOf({ contributions = [], fieldId, answer }: AddedByProps): { name: string; what: string }[] {
  const files = Array.isArray(answer) ? answer.filter((item) => typeof item !== 'string') : []
  const names = [...new Set(contributions.filter((c) => c.field_id === fieldId).map(({ name }) => name))]
  return names.map((name) => {
    const ids = contributions.filter((c) => c.name === name && c.field_id === fieldId).map(({ file_id }) => file_id)
    const added = files.filter(({ id }) => ids.includes(id))
    const what = added.length < files.length ? `${added.map((file) => file.name).join(', ')}: added` : 'Added'
    return { name, what }
  })
}

/** Says that another person has added an answer or files through a link; renders nothing otherwise. */
export function AddedBy(props: AddedByProps) {
  return entriesOf(props).map(({ name, what }) => (
    <p key={name} className="mt-1.5 flex items-start gap-1.5 text-base-content/70 text-sm">
      <Link2 className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        {what} by {name} via link
      </span>
    </p>
  ))
}
