import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import type { ReactNode } from 'react'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import { DetailsStep } from './details-step.tsx'
import { dropDraft } from './draft.ts'
import { Outcome } from './outcome.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ReviewStep } from './review-step.tsx'
import { holdsWork, type Step } from './state.ts'
import { StepCard } from './step-card.tsx'
import { useCreation } from './use-creation.ts'
import { WorkformStep } from './workform-step.tsx'

const LOST = 'The client has not been created yet. What you have entered will be lost.'
const FORM_KEPT = 'The workform that you have begun is kept: it comes back when you create the next one.'

export interface CreationFlowProps {
  onClose: () => void
}

/** The Client Creation Flow: four steps, then one request, then what came of it. */
export function CreationFlow({ onClose }: CreationFlowProps) {
  const creation = useCreation()
  const { state, dispatch, busy, outcome, restored, startOver } = creation
  if (outcome) return <Outcome created={outcome} onClose={onClose} />
  const question = { title: 'Discard this client?', message: state.workform.dirty ? `${LOST} ${FORM_KEPT}` : LOST }
  return (
    <Dialog
      open
      size="xl"
      busy={busy}
      onClose={onClose}
      inAddress
      unsaved={{ changed: holdsWork(state), discard: dropDraft, question }}
      title="Client Creation Flow"
      description="Register a client, choose a workform, and set the deadline."
    >
      <RestoredNotice restored={restored} discard={startOver}>
        This is the client that you had not finished.
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
  // A step of plain fields is a form: Enter completes it. The builder in step 2 has its own keys.
  const plain = step === 0 || step === 2
  const action =
    step === 3 ? (
      <Button variant="primary" busy={busy} busyLabel="Creating Client..." onClick={confirm}>
        Confirm & Send
      </Button>
    ) : (
      <Button variant="primary" {...(plain ? { type: 'submit' } : { onClick: () => complete(step) })}>
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
      onSubmit={plain ? () => complete(step) : undefined}
    >
      {children}
    </StepCard>
  )
}
