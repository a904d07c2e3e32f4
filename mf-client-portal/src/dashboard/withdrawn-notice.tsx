import type { PortalWorkform } from '@portal/contract/client-portal'
import { queryClient } from '@portal/sdk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isGiven } from '../draft/draft-answers.ts'
import { draftText } from '../draft/draft-text.ts'
import { LostAnswers, type WrittenAnswers } from '../draft/lost-answers.tsx'
import { writtenAnswers } from '../draft/registry.ts'
import { sectionQuery } from './queries.ts'

/** A section that the client had open. */
interface OpenSection {
  id: string
  section: string
  workform: string
  workformId: string
}

function readAnswers(id: string): WrittenAnswers {
  const detail = queryClient.getQueryData(sectionQuery(id).queryKey)
  if (!detail) return []
  const answers = writtenAnswers(detail)
  return detail.fields.filter((f) => isGiven(answers[f.id])).map((f) => [f.name, draftText(f, answers[f.id])])
}

const findSection = (items: readonly PortalWorkform[], id: string | undefined): OpenSection | undefined =>
  items.flatMap((w) =>
    w.sections.flatMap((s) =>
      s.assignment_id === id ? [{ id, section: s.name, workform: w.name, workformId: w.workform_id }] : [],
    ),
  )[0]

export interface WithdrawnNoticeProps {
  items: readonly PortalWorkform[]
  /** Assignment id of the open section. */
  opened: string | undefined
  /** Whether another notice says why the section is gone, or the reason is not known yet. */
  hidden: boolean
  /** Shown if the section was not there when the page was opened. */
  otherwise: ReactNode
  onDismiss: (id: string) => void
}

/** Says that the open section was withdrawn, and shows the client's answers until they leave. */
export function WithdrawnNotice({ items, opened, hidden, otherwise, onDismiss }: WithdrawnNoticeProps) {
  const open = findSection(items, opened)
  const [last, setLast] = useState<OpenSection>()
  const [withdrawn, setWithdrawn] = useState<{ what: OpenSection; written: WrittenAnswers }>()
  if (open && (open.id !== last?.id || open.section !== last.section || open.workform !== last.workform)) {
    setLast(open)
    setWithdrawn(undefined)
  }
  if (!open && last && last.id === opened) {
    setLast(undefined)
    setWithdrawn({ what: last, written: readAnswers(last.id) })
  }
  if (hidden) return null
  if (!withdrawn) return otherwise
  return (
    <Notice
      {...withdrawn}
      isWholeWorkform={items.every((w) => w.workform_id !== withdrawn.what.workformId)}
      onDone={() => {
        setWithdrawn(undefined)
        onDismiss(withdrawn.what.id)
      }}
    />
  )
}

interface NoticeProps {
  what: OpenSection
  written: WrittenAnswers
  /** The whole workform is gone. */
  isWholeWorkform: boolean
  onDone: () => void
}

function Notice({ what: { section, workform }, written, isWholeWorkform, onDone }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => notice.current?.focus(), [])
  return (
    <LostAnswers
      ref={notice}
      title={isWholeWorkform ? `“${workform}” was withdrawn` : `“${section}” was removed from “${workform}”`}
      reason="Your bookkeeper took it back while you had it open. There is nothing left to do for it."
      hint={`What you had written in “${section}” is shown here until you leave this page, so that you can copy it:`}
      written={written}
      onDismiss={onDone}
    />
  )
}
