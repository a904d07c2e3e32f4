import { Button } from '@portal/kit/button'
import { ConfirmDialog } from '@portal/kit/dialog'
import { Steps } from '@portal/kit/progress'
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
      {builder.restored ? <RestoredNotice builder={builder} wizard={wizard} /> : null}
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

function RestoredNotice({ builder, wizard }: { builder: Builder; wizard: Wizard }) {
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-field border border-info/40 bg-info/10 px-4 py-2.5 text-sm"
    >
      <p>Your unsaved work was restored.</p>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => {
          builder.reset()
          wizard.go(0)
        }}
      >
        Start over
      </Button>
    </div>
  )
}

export interface WizardButtonsProps {
  wizard: Wizard
  submitLabel: string
  busyLabel?: string | undefined
  busy: boolean
  onSubmit: () => void
  onCancel?: (() => void) | undefined
}

/** Cancel, Back, and the button that goes on or ends. */
export function WizardButtons({ wizard, submitLabel, busyLabel, busy, onSubmit, onCancel }: WizardButtonsProps) {
  return (
    <div className="flex w-full items-center justify-end gap-2">
      {onCancel ? (
        <Button variant="quiet" onClick={onCancel} disabled={busy} className="mr-auto">
          Cancel
        </Button>
      ) : null}
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

/** Asks before unsaved work is given up. */
export function DiscardDialog({ open, onClose, onDiscard }: { open: boolean; onClose: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onDiscard}
      title="Discard changes?"
      message="This workform has changes that are not saved. They will be lost."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
    />
  )
}
