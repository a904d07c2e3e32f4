import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import type { ReactNode } from 'react'
import { DeadlinesStep } from './deadlines-step.tsx'
import { Outcome } from './outcome.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { hasUnsavedWork, type Step } from './state.ts'
import { StepCard } from './step-card.tsx'
import { DetailsStep, ReviewStep } from './steps.tsx'
import { type CreationFlowState, useCreation } from './use-creation.ts'
import { WorkformStep } from './workform-step.tsx'

const LOST_MESSAGE = 'The client has not been created yet. Your entries will be lost.'
const MADE_MESSAGE = 'The workform that you made for this client will be deleted, too.'
const WORKFORM_KEPT_MESSAGE = 'Your unfinished workform is kept and will be restored when you create the next one.'

/** Shows the Client Creation Flow: four steps, one request, and its outcome. */
export function CreationFlow({ onClose }: { onClose: () => void }) {
  const creation = useCreation()
  const { state, busy, outcome, restored, clear, deleteMade, address } = creation
  if (outcome) return <Outcome created={outcome} onClose={onClose} />
  const changed = hasUnsavedWork(state) && !address.isRestored
  const lost = [LOST_MESSAGE, ...(state.made.length > 0 ? [MADE_MESSAGE] : [])]
  const question = {
    title: 'Discard this client?',
    message: [...lost, ...(state.dirty ? [WORKFORM_KEPT_MESSAGE] : [])].join(' '),
  }
  return (
    <Dialog
      open
      size="xl"
      busy={busy}
      onClose={() => {
        // With unsaved work, the dialog has cleared the input, and its question has named the workform that is deleted.
        // Elsewhere nothing names it, so it stays in the list of workforms.
        if (changed) deleteMade()
        else clear()
        onClose()
      }}
      inAddress
      unsaved={{ changed, discard: clear, question }}
      title="Client Creation Flow"
      description="Register a client, choose a workform, and set the due date."
    >
      <RestoredNotice restored={restored} discard={clear}>
        Your unfinished client was restored.
      </RestoredNotice>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-3 max-lg:order-2">
          <FlowStep step={0} creation={creation}>
            <DetailsStep creation={creation} />
          </FlowStep>
          <FlowStep step={1} creation={creation}>
            <WorkformStep creation={creation} />
          </FlowStep>
          <FlowStep step={2} creation={creation}>
            <DeadlinesStep creation={creation} />
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
  creation: CreationFlowState
  children: ReactNode
}

function FlowStep({ step, creation, children }: FlowStepProps) {
  const { state, marked, open, complete, confirm, busy, address } = creation
  const done = state.done[step] === true
  // A step with only input fields is a form, so Enter completes it. The builder in step 2 handles its own keys.
  const isForm = step === 0 || step === 2
  const action =
    step === 3 ? (
      <Button variant="primary" busy={busy} busyLabel="Creating Client..." onClick={confirm}>
        Confirm & Send
      </Button>
    ) : (
      <Button
        variant="primary"
        busy={step === 0 && address.isChecking}
        {...(isForm ? { type: 'submit' } : { onClick: () => complete(step) })}
      >
        {done ? 'Next Step' : 'Complete & Next'}
      </Button>
    )
  return (
    <StepCard
      step={step}
      open={state.open === step}
      done={done}
      attention={marked.step === step ? marked.times : 0}
      onToggle={(isOpen) => open(isOpen ? step : -1)}
      onBack={() => open(step - 1)}
      action={action}
      onSubmit={isForm ? () => complete(step) : undefined}
    >
      {children}
    </StepCard>
  )
}
