import type { WidgetProps } from '@portal/contract/widgets'
import { DelegatedSection } from '../guest/delegated-section.tsx'
import { QuestionView } from '../guest/question-view.tsx'

/** Renders the widget `mf-client-portal/guest`, the only question or section of a guest session. */
export default function GuestWidget({ assignmentId, fieldId, clientName = '' }: WidgetProps['mf-client-portal/guest']) {
  return fieldId === null ? (
    <DelegatedSection assignmentId={assignmentId} clientName={clientName} />
  ) : (
    <QuestionView assignmentId={assignmentId} fieldId={fieldId} />
  )
}
