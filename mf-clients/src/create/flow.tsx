import { Button } from '@portal/kit/button'
import { ConfirmDialog, Dialog } from '@portal/kit/dialog'
import type { ReactNode } from 'react'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import { DetailsStep } from './details-step.tsx'
import { dropDraft } from './draft.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { Outcome } from './outcome.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ReviewStep } from './review-step.tsx'
import { holdsWork, type Step } from './state.ts'
import { StepCard } from './step-card.tsx'
import { useCreation } from './use-creation.ts'
import { WorkformStep } from './workform-step.tsx'

export interface CreationFlowProps {
  onClose: () => void
}

/** The Client Creation Flow: four steps, then one request, then what came of it. */
export function CreationFlow({ onClose }: CreationFlowProps) {
  const creation = useCreation()
  const { state, dispatch, busy, outcome, restored, startOver } = creation
  const { customizing, dirty } = state.workform
  const guard = useLeaveGuard({ holds: !outcome && holdsWork(state), unkept: customizing, busy }, onClose, dropDraft)
  if (outcome) return <Outcome created={outcome} onClose={guard.leave} />
  return (
    <>
      <Dialog
        open
        size="xl"
        busy={busy}
        onClose={guard.close}
        title="Client Creation Flow"
        description="Register a client, choose a workform, and set the deadline."
      >
        {restored ? <Restored onStartOver={startOver} /> : null}
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
      <Discard open={guard.asking} formBegun={dirty} onStay={guard.stay} onDiscard={guard.leave} />
    </>
  )
}

interface DiscardProps {
  open: boolean
  /** A new workform lies half built in the builder, which keeps it by itself. */
  formBegun: boolean
  onStay: () => void
  onDiscard: () => void
}

function Discard({ open, formBegun, onStay, onDiscard }: DiscardProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      onConfirm={onDiscard}
      title="Discard this client?"
      message={
        formBegun
          ? 'The client has not been created yet. What you have entered will be lost. The workform that you have begun is kept: it comes back when you create the next one.'
          : 'The client has not been created yet. What you have entered will be lost.'
      }
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
    />
  )
}

/** Says where the content comes from, and lets go of it. */
function Restored({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div role="status" className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-info/10 px-4 py-3 text-sm">
      <span className="min-w-0 flex-1">This is the client that you had not finished.</span>
      <Button size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </div>
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
  const action =
    step === 3 ? (
      <Button variant="primary" busy={busy} busyLabel="Creating Client..." onClick={confirm}>
        Confirm & Send
      </Button>
    ) : (
      <Button variant="primary" onClick={() => complete(step)}>
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
    >
      {children}
    </StepCard>
  )
}
