import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { toastSuccess } from '@portal/sdk'
import { Preview } from '../builder/preview.tsx'
import { fieldsOf } from '../builder/state.ts'
import { TemplateChoice } from '../builder/template-choice.tsx'
import { useBuilder } from '../builder/use-builder.ts'
import { useWizard } from '../builder/use-wizard.ts'
import { unsavedWork, WizardButtons, WizardFrame } from '../builder/wizard-frame.tsx'
import { useCreateWorkform } from '../queries/changes.ts'
import { toastFailure } from '../queries/failure.ts'
import { StartFrom } from './start-from.tsx'

const TITLES = ['Create New Workform', 'Add Form Fields', 'Template Options'] as const
const STEPS = ['Details', 'Fields', 'Options'] as const

export interface NewWorkformProps {
  onClose: () => void
}

function useNew({ onClose }: NewWorkformProps) {
  const builder = useBuilder({
    seed: { name: '', description: '', fields: [], isTemplate: true },
    place: 'new',
    version: null,
    allowReupload: true,
    templateScreen: 'workforms',
  })
  const wizard = useWizard(builder, STEPS.length)
  const create = useCreateWorkform()
  const submit = (): void => {
    const done = wizard.finish()
    if (!done) return
    const { name, description, isTemplate } = done
    create.mutate(
      { name: name.trim(), description: description.trim(), fields: fieldsOf(done), is_template: isTemplate },
      {
        onSuccess: () => {
          toastSuccess(isTemplate ? 'Form template created successfully' : 'Workform created successfully')
          builder.forget()
          onClose()
        },
        onError: (error) => toastFailure(error, 'Failed to create form'),
      },
    )
  }
  return { builder, wizard, busy: create.isPending, submit }
}

/** The dialog that makes a workform, in three steps. */
export function NewWorkform(props: NewWorkformProps) {
  const { builder, wizard, busy, submit } = useNew(props)
  return (
    <Dialog
      open
      onClose={props.onClose}
      unsaved={unsavedWork(builder)}
      size="xl"
      title={TITLES[wizard.step] ?? TITLES[0]}
      busy={busy}
      footer={
        <WizardButtons
          wizard={wizard}
          submitLabel="Create Workform"
          busyLabel="Creating..."
          busy={busy}
          onSubmit={submit}
          cancel={<CancelButton />}
        />
      }
    >
      <WizardFrame
        builder={builder}
        wizard={wizard}
        label="Steps to a new workform"
        steps={STEPS}
        extra={<StartFrom builder={builder} />}
      >
        <TemplateChoice builder={builder} label="Create as Template?" />
        <div className="mt-6">
          <Preview state={builder.state} />
        </div>
      </WizardFrame>
    </Dialog>
  )
}
