import type { ReviewSection } from '@portal/contract/review'
import { can } from '@portal/contract/section-machine'
import { Button } from '@portal/kit/ui/button'
import { Check, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { reviewAction, reviewFinish } from '../queue/keys.ts'
import type { Action } from './decide.ts'

const ACTIONS: readonly { action: Action; label: string; icon: ReactNode }[] = [
  { action: 'approve', label: 'Approve', icon: <Check /> },
  { action: 'reject', label: 'Reject', icon: <X /> },
  { action: 'undo', label: 'Undo Approval', icon: <Undo2 /> },
]

export interface DecisionButtonsProps {
  status: ReviewSection['status']
  /** Whether approving finishes the review. */
  isApproval?: boolean
  onAsk: (decision: { action: Action }) => void
}

/** Renders the buttons for the decisions that are possible in a status. */
export function DecisionButtons({ status, isApproval = true, onAsk }: DecisionButtonsProps) {
  return ACTIONS.filter(({ action }) => can(action, status)).map(({ action, label, icon }) => (
    <Button
      key={action}
      {...reviewAction(action)}
      {...(action === 'approve' && isApproval ? reviewFinish : {})}
      variant={action === 'approve' && isApproval ? 'primary' : 'secondary'}
      size="sm"
      className="pointer-coarse:min-h-11"
      icon={icon}
      onClick={() => onAsk({ action })}
    >
      {label}
    </Button>
  ))
}
