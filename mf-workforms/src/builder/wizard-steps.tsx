import { Button } from '@portal/kit/ui/button'
import { Steps } from '@portal/kit/ui/progress'
import { RestoredNotice, type Unsaved } from '@portal/kit/ui/unsaved'
import type { ReactNode } from 'react'
import { BasicInfo } from './basic-info.tsx'
import { FieldsStep } from './fields-step.tsx'
import type { Builder } from './use-builder.ts'
import type { Wizard } from './use-wizard.ts'

export interface WizardStepsProps {
  builder: Builder
  wizard: Wizard
  /** Names of the steps. The first has the name, the second the fields. */
  steps: readonly string[]
  /** Shown in the first step, below name and description. */
  extra?: ReactNode
  /** The third step. */
  children?: ReactNode
}

/** Shows the progress and the current step of the builder. */
export function WizardSteps({ builder, wizard, steps, extra, children }: WizardStepsProps) {
  const { step, problem, stepRef } = wizard
  return (
    <div ref={stepRef} tabIndex={-1} role="group" aria-label={steps[step]} className="min-w-0 outline-none">
      <Steps label="Steps" steps={steps} current={step} className="mb-6" />
      <RestoredNotice
        restored={builder.restored}
        discard={() => {
          builder.reset()
          wizard.go(0)
        }}
      >
        Your unsaved work was restored.
      </RestoredNotice>
      {step === 0 ? (
        <BasicInfo builder={builder} problem={problem} onNext={wizard.next}>
          {extra}
        </BasicInfo>
      ) : step === 1 ? (
        <FieldsStep builder={builder} problem={problem} />
      ) : (
        <>
          {children}
          {problem ? (
            <p role="alert" className="mt-4 text-error text-sm">
              {problem}
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}

export interface WizardButtonsProps {
  wizard: Wizard
  submitLabel: string
  busyLabel?: string | undefined
  busy: boolean
  onSubmit: () => void
  cancel?: ReactNode
}

/** Shows the buttons Cancel, Back, and Next or submit. */
export function WizardButtons({ wizard, submitLabel, busyLabel, busy, onSubmit, cancel }: WizardButtonsProps) {
  return (
    <div className="flex w-full items-center justify-end gap-2">
      {cancel ? <div className="mr-auto">{cancel}</div> : null}
      {wizard.step > 0 ? (
        <Button onClick={wizard.back} disabled={busy}>
          Back
        </Button>
      ) : null}
      {wizard.last ? (
        <Button variant="primary" busy={busy} busyLabel={busyLabel} onClick={onSubmit}>
          {submitLabel}
        </Button>
      ) : (
        <Button variant="primary" onClick={wizard.next}>
          Next
        </Button>
      )}
    </div>
  )
}

/** Returns the unsaved work of a builder for the dialog around it. */
export function unsavedWork({ dirty, discardDraft }: Builder): Unsaved {
  return { changed: dirty, discard: discardDraft, question: { title: 'Discard changes?', message: LOST_MESSAGE } }
}

const LOST_MESSAGE = 'This workform has unsaved changes. They will be lost.'
