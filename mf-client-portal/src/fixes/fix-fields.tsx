import type { PortalSectionDetail } from '@portal/contract/client-portal'
import type { WorkformField } from '@portal/contract/fields'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { countOf } from '@portal/kit/ui/count'
import { type ReactNode, useState } from 'react'
import { FormFields, type FormFieldsProps } from '../section/form-fields.tsx'
import { fixedIn } from './fixed-in.ts'
import { FlaggedField } from './flagged-field.tsx'

export interface FixFieldsProps extends Omit<FormFieldsProps, 'fields' | 'frame'> {
  detail: PortalSectionDetail
  /** The field to focus, which must not be hidden. */
  focused: { id: string } | undefined
}

/** Renders a section that was sent back: the questions to fix, and the others on request. */
export function FixFields({ detail, focused, ...form }: FixFieldsProps) {
  const { fields, to_fix } = detail
  const fixes = new Map(to_fix.map((fix) => [fix.field_id, fix]))
  const fixed = fixedIn(detail, form.content)
  const others = fields.filter(({ id }) => !fixes.has(id))
  // An edit of the workform may have added questions.
  const [open, setOpen] = useState(() => others.some(({ id }) => form.problems.some((p) => p.field.id === id)))
  const [seen, setSeen] = useState(focused)
  if (seen !== focused) {
    setSeen(focused)
    if (others.some(({ id }) => id === focused?.id)) setOpen(true)
  }
  const frame = (field: WorkformField, question: ReactNode): ReactNode => {
    const toFix = fixes.get(field.id)
    return toFix ? (
      <FlaggedField toFix={toFix} isFixed={fixed.includes(toFix)}>
        {question}
      </FlaggedField>
    ) : (
      question
    )
  }
  return (
    <>
      <FormFields {...form} fields={fields.filter(({ id }) => fixes.has(id))} frame={frame} />
      {others.length > 0 ? (
        <Collapsible
          nested
          level={4}
          title={countOf(others.length, 'other answer')}
          subtitle="Kept as you sent them. Open them if you want to change something."
          open={open}
          onToggle={setOpen}
        >
          <FormFields {...form} fields={others} />
        </Collapsible>
      ) : null}
    </>
  )
}
