import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import type { ReactNode } from 'react'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import { DetailsStep } from './details-step.tsx'
import { deleteDraft } from './draft.ts'
import { Outcome } from './outcome.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ReviewStep } from './review-step.tsx'
import { hasUnsavedWork, type Step } from './state.ts'
import { StepCard } from './step-card.tsx'
import { useCreation } from './use-creation.ts'
import { WorkformStep } from './workform-step.tsx'

const LOST_MESSAGE = 'The client has not been created yet. Your entries will be lost.'
const WORKFORM_KEPT_MESSAGE = 'Your unfinished workform is kept and will be restored when you create the next one.'

export interface CreationFlowProps {
  onClose: () => void
}

/** Shows the Client Creation Flow: four steps, one request, and its outcome. */
export function CreationFlow({ onClose }: CreationFlowProps) {
  const creation = useCreation()
  const { state, dispatch, busy, outcome, restored, startOver } = creation
  if (outcome) return <Outcome created={outcome} onClose={onClose} />
  const question = {
    title: 'Discard this client?',
    message: state.workform.dirty ? `${LOST_MESSAGE} ${WORKFORM_KEPT_MESSAGE}` : LOST_MESSAGE,
  }
  return (
    <Dialog
      open
      size="xl"
      busy={busy}
      onClose={onClose}
      inAddress
      unsaved={{ changed: hasUnsavedWork(state), discard: deleteDraft, question }}
      title="Client Creation Flow"
      description="Register a client, choose a workform, and set the deadline."
    >
      <RestoredNotice restored={restored} discard={startOver}>
        Your unfinished client was restored.
      </RestoredNotice>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-3 max-lg:order-2">
          <FlowStep step={0} creation={creation}>
            <DetailsStep
              details={state.clientDetails}
              marked={state.marked.step === 0}
              emailProblem={creation.emailProblem}
              onChange={(change) => dispatch({ type: 'details', change })}
            />
          </FlowStep>
          <FlowStep step={1} creation={creation}>
            <WorkformStep
              workform={state.workform}
              onChange={(change) => dispatch({ type: 'workform', change })}
              onSubmitted={(workform) => dispatch({ type: 'submitted', workform })}
            />
          </FlowStep>
          <FlowStep step={2} creation={creation}>
            <DeadlineFields
              {...state.deadlines}
              marked={state.marked.step === 2}
              onChange={(change) => dispatch({ type: 'deadlines', change })}
            />
          </FlowStep>
          <FlowStep step={3} creation={creation}>
            <ReviewStep state={state} />
          </FlowStep>
        </div>
        <ProgressPanel state={state} />
      </div>
    </Dialog>
  )
}

interface FlowStepProps {
  step: Step
  creation: ReturnType<typeof useCreation>
  children: ReactNode
}

function FlowStep({ step, creation, children }: FlowStepProps) {
  const { state, dispatch, complete, confirm, busy } = creation
  const done = state.done[step] === true
  // A step with only input fields is a form, so Enter completes it. The builder in step 2 handles its own keys.
  const isForm = step === 0 || step === 2
  const action =
    step === 3 ? (
      <Button variant="primary" busy={busy} busyLabel="Creating Client..." onClick={confirm}>
        Confirm & Send
      </Button>
    ) : (
      <Button variant="primary" {...(isForm ? { type: 'submit' } : { onClick: () => complete(step) })}>
        {done ? 'Next Step' : 'Complete & Next'}
      </Button>
    )
  return (
    <StepCard
      step={step}
      open={state.open === step}
      done={done}
      attention={state.marked.step === step ? state.marked.times : 0}
      onToggle={(open) => dispatch({ type: 'toggle', step, open })}
      onBack={() => dispatch({ type: 'back', step })}
      action={action}
      onSubmit={isForm ? () => complete(step) : undefined}
    >
      {children}
    </StepCard>
  )
}
