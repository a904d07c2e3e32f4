import { Dialog } from '@portal/kit/dialog'
import { toastSuccess } from '@portal/sdk'
import { useState } from 'react'
import { Preview } from '../builder/preview.tsx'
import { fieldsOf } from '../builder/state.ts'
import { TemplateChoice } from '../builder/template-choice.tsx'
import { useBuilder } from '../builder/use-builder.ts'
import { useWizard } from '../builder/use-wizard.ts'
import { DiscardDialog, WizardButtons, WizardFrame } from '../builder/wizard-frame.tsx'
import { useCreateWorkform } from '../queries/changes.ts'
import { toastFailure } from '../queries/failure.ts'
import { StartFrom } from './start-from.tsx'

const TITLES = ['Create New Workform', 'Add Form Fields', 'Template Options'] as const
const STEPS = ['Details', 'Fields', 'Options'] as const

/** The dialog that makes a workform, in three steps. */
export function NewWorkform({ onClose }: { onClose: () => void }) {
  const builder = useBuilder({
    seed: { name: '', description: '', fields: [], isTemplate: true },
    place: 'new',
    version: null,
    allowReupload: true,
    templateScreen: 'workforms',
  })
  const wizard = useWizard(builder, STEPS.length)
  const create = useCreateWorkform()
  const [asking, setAsking] = useState(false)
  const { state, dirty, forget } = builder
  const discard = (): void => {
    forget()
    onClose()
  }
  const close = (): void => (dirty ? setAsking(true) : discard())
  const submit = (): void => {
    const done = wizard.finish()
    if (!done) return
    const { name, description, isTemplate } = done
    create.mutate(
      { name: name.trim(), description: description.trim(), fields: fieldsOf(done), is_template: isTemplate },
      {
        onSuccess: () => {
          toastSuccess(isTemplate ? 'Form template created successfully' : 'Workform created successfully')
          discard()
        },
        onError: (error) => toastFailure(error, 'Failed to create form'),
      },
    )
  }
  return (
    <Dialog
      open
      onClose={close}
      size="xl"
      title={TITLES[wizard.step] ?? TITLES[0]}
      busy={create.isPending}
      footer={
        <WizardButtons
          wizard={wizard}
          submitLabel="Create Workform"
          busyLabel="Creating..."
          busy={create.isPending}
          onSubmit={submit}
          onCancel={close}
        />
      }
    >
      <WizardFrame builder={builder} wizard={wizard} label="Steps to a new workform" steps={STEPS} extra={<StartFrom builder={builder} />}>
        <TemplateChoice builder={builder} label="Create as Template?" />
        <div className="mt-6">
          <Preview state={state} />
        </div>
      </WizardFrame>
      <DiscardDialog open={asking} onClose={() => setAsking(false)} onDiscard={discard} />
    </Dialog>
  )
}
