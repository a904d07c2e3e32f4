import { Button } from '@portal/kit/ui/button'
import { Steps } from '@portal/kit/ui/progress'
import { RestoredNotice, type Unsaved } from '@portal/kit/ui/unsaved'
import type { ReactNode } from 'react'
import { BasicInfo } from './basic-info.tsx'
import { FieldsStep } from './fields-step.tsx'
import type { Builder } from './use-builder.ts'
import type { Wizard } from './use-wizard.ts'

export interface WizardFrameProps {
  builder: Builder
  wizard: Wizard
  /** What the steps lead to, for screen readers. */
  label: string
  /** Names of the steps; the first is about the name, the second about the fields. */
  steps: readonly string[]
  /** Shown in the first step, below name and description. */
  extra?: ReactNode
  /** The third step. */
  children?: ReactNode
}

/** Where one is, and the current step of the builder. */
export function WizardFrame({ builder, wizard, label, steps, extra, children }: WizardFrameProps) {
  const { step, problem, holdStep } = wizard
  return (
    <div ref={holdStep} tabIndex={-1} role="group" aria-label={steps[step]} className="min-w-0 outline-none">
      <Steps label={label} steps={steps} current={step} className="mb-6" />
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

/** Cancel, Back, and the button that goes on or ends. */
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

/** The work of a builder, for the dialog that it stands in. */
export function unsavedWork({ dirty, forget }: Builder): Unsaved {
  return { changed: dirty, discard: forget, question: { title: 'Discard changes?', message: LOST } }
}

const LOST = 'This workform has changes that are not saved. They will be lost.'
