import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { toastSuccess } from '@portal/sdk'
import { Preview } from '../builder/preview.tsx'
import { builtFrom } from '../builder/state.ts'
import { DefaultDueDate } from '../builder/default-due-date.tsx'
import { TemplateChoice } from '../builder/template-choice.tsx'
import { useBuilder } from '../builder/use-builder.ts'
import { useWizard } from '../builder/use-wizard.ts'
import { unsavedWork, WizardButtons, WizardSteps } from '../builder/wizard-steps.tsx'
import { useCreateWorkform } from '../queries/changes.ts'
import { StartFrom } from './start-from.tsx'

const TITLES = ['Create New Workform', 'Add Form Fields', 'Template Options'] as const
const STEPS = ['Details', 'Fields', 'Options'] as const

export interface NewWorkformProps {
  onClose: () => void
}

function useNewWorkform({ onClose }: NewWorkformProps) {
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
    create.mutate(builtFrom(done), {
      onSuccess: () => {
        toastSuccess(done.isTemplate ? 'Form template created successfully' : 'Workform created successfully')
        builder.discardDraft()
        onClose()
      },
    })
  }
  return { builder, wizard, busy: create.isPending, submit }
}

/** Shows the dialog that creates a workform, in three steps. */
export function NewWorkform(props: NewWorkformProps) {
  const { builder, wizard, busy, submit } = useNewWorkform(props)
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
      <WizardSteps builder={builder} wizard={wizard} steps={STEPS} extra={<StartFrom builder={builder} />}>
        <div className="grid gap-5">
          <TemplateChoice builder={builder} label="Create as Template?" />
          <DefaultDueDate builder={builder} />
        </div>
        <div className="mt-6">
          <Preview state={builder.state} />
        </div>
      </WizardSteps>
    </Dialog>
  )
}
