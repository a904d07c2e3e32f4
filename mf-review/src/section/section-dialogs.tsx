import type { AnswerMarks, AnswerToFix } from '@portal/contract/answer-review'
import type { Decision, ReviewSection } from '@portal/contract/review'
import { ActionDialog } from './action-dialog.tsx'
import type { Action } from './decide.ts'
import { SendBackDialog } from './send-back-dialog.tsx'

/** A decision that the bookkeeper is asked to confirm. */
export type DecisionToConfirm = { action: Action } | { action: 'send_back'; flagged: readonly AnswerToFix[] }

export interface SectionDialogsProps {
  confirming: DecisionToConfirm | undefined
  section: ReviewSection
  client: string
  onClose: () => void
  /** Called with the server's decision, the notes or reason, and the marks that are kept. */
  onDecided: (decision: Decision, text: string, marks?: AnswerMarks) => void
  onOutdated: () => void
}

/** Renders the dialog that confirms a decision on a section. */
export function SectionDialogs({ confirming, section, client, onClose, onDecided, onOutdated }: SectionDialogsProps) {
  if (!confirming) return null
  const dialog = { seen: section, client, onClose, onOutdated }
  if (confirming.action === 'send_back')
    return (
      <SendBackDialog
        {...dialog}
        flagged={confirming.flagged}
        onDone={(decision, reason) => onDecided(decision, reason, marksAfter(section, confirming.flagged))}
      />
    )
  const flags = Object.values(section.marks).filter((mark) => mark.flag && mark.version === section.version)
  return (
    <ActionDialog
      {...dialog}
      action={confirming.action}
      flagged={flags.length}
      onDone={(decision, text) => onDecided(decision, text)}
    />
  )
}

/** Returns the marks of a section after these answers were sent back. */
const marksAfter = ({ version }: ReviewSection, flagged: readonly AnswerToFix[]): AnswerMarks =>
  Object.fromEntries(flagged.map(({ field_id, flag }) => [field_id, { verdict: 'flagged', flag, version }]))
